"""Sessions: runs that logged their hyper-parameters at the start, or their status at the end.

A session is rarely alone in its directory. Keras writes its metrics into `train` and `validation`
below it; PyTorch's `add_hparams` makes a run of the session alone, below the one with all metrics.
So the runs of a training belong to its session where it has exactly one. Otherwise each run belongs
to the nearest session at or above it, as tuners of hyper-parameters log one above all executions of
a trial, and a run whose directory holds exactly one session directly belongs to that one. A session
in the log directory itself covers its own training only.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from scopeboard.events.values.hparams import (
    Experiment,
    HparamValue,
    SessionEnd,
    SessionStart,
    SessionStatus,
    read_plugin_content,
)
from scopeboard.store.query.logged_tags import LoggedTag
from scopeboard.types import RunId

_ROOT: Final = "."


class Part(Protocol):
    """The part of a run in its training."""

    @property
    def training(self) -> str:
        """The name of the training: a directory relative to the log directory."""

    @property
    def phase(self) -> str:
        """What the run logs of it, such as `train`; empty for the directory's own events."""


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


def find_sessions(
    logged: Iterable[LoggedTag], names: Mapping[RunId, str], parts: Mapping[str, Part]
) -> tuple[list[Session], list[Experiment]]:
    """Return the sessions by the order of their runs, and all declared experiments.

    Args:
        logged: the tags of kind `hparams`.
        names: of all runs, in the order in which they are listed.
        parts: the part of each run in its training, by the name of the run.
    """
    sessions: dict[RunId, Session] = {}
    experiments: dict[Experiment, None] = {}  # as a set that keeps its order
    for run_id, _, metadata in logged:
        message = read_plugin_content(metadata.content)
        if isinstance(message, Experiment):
            experiments[message] = None
        elif message is not None and run_id in names:
            session = sessions.setdefault(run_id, Session(run_id, names[run_id]))
            _merge(session, message)
    _assign_members(sessions, names, parts)
    return [sessions[run] for run in names if run in sessions], list(experiments)


def _merge(session: Session, message: SessionStart | SessionEnd) -> None:
    if isinstance(message, SessionEnd):
        session.status, session.end_time = message.status, message.end_time or None
        return
    session.hparams, session.group = message.hparams, message.group
    session.model_uri, session.monitor_url = message.model_uri, message.monitor_url
    session.start_time = message.start_time or None


def _assign_members(
    sessions: Mapping[RunId, Session], names: Mapping[RunId, str], parts: Mapping[str, Part]
) -> None:
    """Add each run to the members of its session, if it has one."""
    by_name = {session.name: session for session in sessions.values()}
    of_training, directly_in = defaultdict(list), defaultdict(list)
    for session in sessions.values():
        of_training[parts[session.name].training].append(session)
        directly_in[_directory(session.name)].append(session)
    for run_id, name in names.items():
        own = of_training.get(parts[name].training, [])
        found = own if len(own) == 1 else _nearest(name, by_name) or directly_in.get(name, [])
        if len(found) == 1 and (found == own or _ROOT not in (name, found[0].name)):
            found[0].members.append(_member(run_id, name, found[0], parts[name]))


def _member(run_id: RunId, name: str, session: Session, part: Part) -> Member:
    if name == session.name:
        return Member(run_id, "")
    if session.name == _ROOT:
        return Member(run_id, name)
    if name.startswith(f"{session.name}/"):
        return Member(run_id, name[len(session.name) + 1 :])
    if not part.phase or name == _directory(session.name):
        return Member(run_id, "", is_above=True)
    return Member(run_id, part.phase)


def _nearest(name: str, by_name: Mapping[str, Session]) -> list[Session]:
    """Return the nearest session at or above a run, if there is one."""
    while name not in by_name and name != _ROOT:
        name = _directory(name)
    return [by_name[name]] if name in by_name else []


def _directory(name: str) -> str:
    """Return the directory of a run, as a run's name; the root is its own."""
    return name.rpartition("/")[0] or _ROOT
