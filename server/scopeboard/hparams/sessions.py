"""Sessions: runs that said with which hyper-parameters they were started, or how they ended.

A session is rarely alone in its directory. Keras writes its metrics into `train` and `validation`
below it; PyTorch's `add_hparams` makes a run of the session alone, below the one with all metrics.
So each run belongs to the nearest session at or above it, and a run above that holds no session,
and whose directory holds exactly one session directly, belongs to that one.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from scopeboard.events.hparams import (
    Experiment,
    HparamValue,
    SessionEnd,
    SessionStart,
    SessionStatus,
    read_said,
)
from scopeboard.store.logged_tags import LoggedTag
from scopeboard.types import RunId

_ROOT: Final = "."


@dataclass(frozen=True, slots=True)
class Member:
    """A run of a session; `group` is its path below the session, empty for the session itself.

    `is_above` marks the run in whose directory the session lies.
    """

    run_id: RunId
    group: str
    is_above: bool = False


@dataclass(slots=True)
class Session:
    """What one run said of itself; times in seconds since the epoch, None when unknown."""

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
    logged: Iterable[LoggedTag], names: Mapping[RunId, str]
) -> tuple[list[Session], list[Experiment]]:
    """Return the sessions by the order of their runs, and every experiment that was announced.

    Args:
        logged: the tags of kind `hparams`.
        names: of all runs, in the order in which they are listed.
    """
    sessions: dict[RunId, Session] = {}
    experiments: dict[Experiment, None] = {}  # as a set that keeps its order
    for run_id, _, metadata in logged:
        said = read_said(metadata.content)
        if isinstance(said, Experiment):
            experiments[said] = None
        elif said is not None and run_id in names:
            session = sessions.setdefault(run_id, Session(run_id, names[run_id]))
            _take(session, said)
    _share_runs(sessions, names)
    return [sessions[run] for run in names if run in sessions], list(experiments)


def _take(session: Session, said: SessionStart | SessionEnd) -> None:
    if isinstance(said, SessionEnd):
        session.status, session.end_time = said.status, said.end_time or None
        return
    session.hparams, session.group = said.hparams, said.group
    session.model_uri, session.monitor_url = said.model_uri, said.monitor_url
    session.start_time = said.start_time or None


def _share_runs(sessions: Mapping[RunId, Session], names: Mapping[RunId, str]) -> None:
    """Give each run that belongs to a session to it."""
    by_name = {session.name: session for session in sessions.values()}
    directly_in = defaultdict(list)
    for session in sessions.values():
        directly_in[_directory(session.name)].append(session)
    for run_id, name in names.items():
        above = _nearest(name, by_name)
        if above is not None:
            above.members.append(Member(run_id, _below(name, above.name)))
        elif len(directly_in[name]) == 1:
            directly_in[name][0].members.append(Member(run_id, "", is_above=True))


def _nearest(name: str, by_name: Mapping[str, Session]) -> Session | None:
    """Return the session at or above a run."""
    while name not in by_name and name != _ROOT:
        name = _directory(name)
    return by_name.get(name)


def _directory(name: str) -> str:
    """Return the directory of a run, as a run's name; the root is its own."""
    return name.rpartition("/")[0] or _ROOT


def _below(name: str, session: str) -> str:
    if name == session:
        return ""
    return name if session == _ROOT else name[len(session) + 1 :]
