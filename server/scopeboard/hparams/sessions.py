"""Sessions: runs that logged their hyper-parameters at the start, or their status at the end.

A session rarely consists of one run. Keras writes its metrics into `train` and `validation` below
it; PyTorch's `add_hparams` makes a run of the session alone, below the one with all metrics. So the
runs of a training belong to its session if it has exactly one. Otherwise each run belongs to the
nearest session at or above it, since tuners of hyper-parameters log one above all executions of a
trial. A run without such a session belongs to the session directly in its directory, if that is the
only one. A session in the log directory itself covers only its own training.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from scopeboard.events.values.hparams import (
    Experiment,
    SessionEnd,
    SessionStart,
    SessionStatus,
    read_plugin_content,
)
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.types import Hparams, HparamValue, RunId

_ROOT: Final = "."
_TIME: Final = re.compile(r"[0-9.]+")


class TrainingPart(Protocol):
    """The part of a run in its training."""

    @property
    def training(self) -> str:
        """The name of the training: a directory relative to the log directory."""

    @property
    def phase(self) -> str:
        """What the run logs of it, such as `train`; empty for the directory's own events."""


@dataclass(frozen=True, slots=True)
class LoggedHparams:
    """The hparams metadata of all runs.

    `starts` and `ends` are by run: its id or its name. `experiments` has equal ones once.
    """

    starts: dict[str, SessionStart]
    ends: dict[str, SessionEnd]
    experiments: list[Experiment]

    def add_configurations(
        self,
        configurations: Mapping[RunId, Hparams],
        names: Mapping[RunId, str],
        parts: Mapping[str, TrainingPart],
    ) -> None:
        """Add hyper-parameters that are not from the plugin, whose values win.

        All of a training are those of one session: its own run with the plugin, if there is one,
        else the first run of it, its own before those with a phase.

        Args:
            configurations: by run.
            names: the names of all runs, in the order of the list of runs.
            parts: the part of each run in its training, by name.
        """
        of_training: defaultdict[str, list[RunId]] = defaultdict(list)
        for run in sorted(names, key=lambda run: bool(parts[names[run]].phase)):
            if run in configurations or run in self.starts:
                of_training[parts[names[run]].training].append(run)
        for runs in of_training.values():
            values: dict[str, HparamValue] = {}
            for run in reversed(runs):
                values.update(configurations.get(run, ()))
            if not values:
                continue
            holders = [run for run in runs if run in self.starts] or runs[:1]
            for holder in holders:
                start = self.starts.get(holder, SessionStart({}))
                self.starts[holder] = replace(start, hparams=values | start.hparams)

    def fold_phases(self, names: Mapping[RunId, str], parts: Mapping[str, TrainingPart]) -> None:
        """Drop sessions that another of their training repeats, and move their ends to that one.

        Programs that log hyper-parameters by each of their writers have one session. Each call of
        PyTorch's `add_hparams`, into a directory named for the time, is one of its own.
        """
        first: dict[tuple[str, frozenset[tuple[str, HparamValue]]], RunId] = {}
        for run in sorted(names, key=lambda run: bool(parts[names[run]].phase)):
            part, start = parts[names[run]], self.starts.get(run)
            if start is None:
                continue
            holder = first.setdefault((part.training, frozenset(start.hparams.items())), run)
            if holder != run and not _TIME.fullmatch(part.phase):
                del self.starts[run]
                if (end := self.ends.pop(run, None)) is not None:
                    self.ends.setdefault(holder, end)


@dataclass(frozen=True, slots=True)
class Member:
    """A run of a session.

    `group` is its path below the session, or its phase in the session's training; it is empty for
    the session itself.

    `is_above` marks the run in whose directory the session lies.
    """

    run_id: RunId
    group: str
    is_above: bool = False

    @classmethod
    def of(cls, run_id: RunId, name: str, session: "Session", part: TrainingPart) -> "Member":
        """Return a run as a member of a session.

        Args:
            run_id: the run.
            name: its name.
            session: its session.
            part: its part in its training.
        """
        if name == session.name:
            return cls(run_id, "")
        if session.name == _ROOT:
            return cls(run_id, name)
        if name.startswith(f"{session.name}/"):
            return cls(run_id, name[len(session.name) + 1 :])
        if not part.phase or name == _directory(session.name):
            return cls(run_id, "", is_above=True)
        return cls(run_id, part.phase)


@dataclass(slots=True)
class Session:
    """The metadata of one session; times in seconds since the epoch, None when unknown."""

    run_id: RunId
    name: str
    hparams: dict[str, HparamValue] = field(default_factory=dict)
    group: str = ""
    model_uri: str = ""
    monitor_url: str = ""
    status: SessionStatus | None = None
    start_time: float | None = None
    end_time: float | None = None
    members: list[Member] = field(default_factory=list)


def read_logged_hparams(tags: Iterable[tuple[str, str, TagMetadata]]) -> LoggedHparams:
    """Decode the metadata of the hparams plugin.

    Args:
        tags: run, tag and metadata of all tags of kind `hparams`, such as `LoggedTag`.
    """
    starts: dict[str, SessionStart] = {}
    ends: dict[str, SessionEnd] = {}
    experiments: dict[Experiment, None] = {}  # a set in insertion order
    for run, _, metadata in tags:
        message = read_plugin_content(metadata.content)
        if isinstance(message, SessionStart):
            starts[run] = message
        elif isinstance(message, SessionEnd):
            ends[run] = message
        elif message is not None:
            experiments.setdefault(message)
    return LoggedHparams(starts, ends, list(experiments))


def find_sessions(
    logged: LoggedHparams, names: Mapping[RunId, str], parts: Mapping[str, TrainingPart]
) -> list[Session]:
    """Return the sessions in the order of their runs.

    Args:
        logged: the hparams metadata, by run id.
        names: the names of all runs, in the order of the list of runs.
        parts: the part of each run in its training, by name.
    """
    sessions = []
    for run_id, name in names.items():
        start, end = logged.starts.get(run_id), logged.ends.get(run_id)
        if start is None and end is None:
            continue
        start, end = start or SessionStart({}), end or SessionEnd()
        session = Session(
            run_id,
            name,
            start.hparams,
            start.group,
            start.model_uri,
            start.monitor_url,
            end.status,
            start.start_time or None,
            end.end_time or None,
        )
        sessions.append(session)
    _assign_members(sessions, names, parts)
    return sessions


def _assign_members(
    sessions: Sequence[Session], names: Mapping[RunId, str], parts: Mapping[str, TrainingPart]
) -> None:
    """Add each run to the members of its session, if it has one."""
    by_name = {session.name: session for session in sessions}
    of_training, directly_in = defaultdict(list), defaultdict(list)
    for session in sessions:
        of_training[parts[session.name].training].append(session)
        directly_in[_directory(session.name)].append(session)
    for run_id, name in names.items():
        in_training = of_training.get(parts[name].training, [])
        nearest = name
        while nearest not in by_name and nearest != _ROOT:
            nearest = _directory(nearest)
        if len(in_training) == 1:
            session = in_training[0]
        elif nearest in by_name:
            session = by_name[nearest]
        elif len(directly_in.get(name, ())) == 1:
            session = directly_in[name][0]
        else:
            continue
        if in_training == [session] or _ROOT not in (name, session.name):
            session.members.append(Member.of(run_id, name, session, parts[name]))


def _directory(name: str) -> str:
    """Return the parent directory of a run, as the name of a run; `.` has itself as its parent."""
    return name.rpartition("/")[0] or _ROOT
