"""Profiles in a log directory, by the names of their files.

    plugins/profile/SESSION/HOST.xplane.pb       TensorFlow, JAX, Keras, PyTorch/XLA
    WORKER.TIME.pt.trace.json[.gz]               torch.profiler, tensorboard_trace_handler
    *.trace.json[.gz]                            Chrome trace events, of any program
    tfdbg_events.TIME.HOST.metadata and others   TensorFlow's Debugger V2

They have up to hundreds of megabytes, and other programs show them. Files in `plugins/profile` are
never treated as graphs, although several are protobuf messages, but for one: an `xplane.pb` has the
programs that ran, as modules of XLA. All hosts run the same, and so do most sessions, so the first
file of a directory's last session stands for all.
"""

from pathlib import PurePosixPath
from typing import Final, NamedTuple

from scopeboard.store.progress import ProfileCount, ProfileFormat
from scopeboard.system.file_names import display_name

MAX_PLACES: Final = 5
_PLUGIN: Final = ("plugins", "profile")
_XPLANE: Final = ".xplane.pb"
_TORCH: Final = (".pt.trace.json", ".pt.trace.json.gz")
_TRACE: Final = (".trace.json", ".trace.json.gz")
_DEBUGGER: Final = "tfdbg_events."
_SUFFIXES: Final = (_XPLANE, *_TRACE)


FoundProfiles = dict[ProfileFormat, list[str]]
"""The directory of each profile, by format, relative to the log directory.

For `xplane`, the directory that contains `plugins/profile`.
"""


class Session(NamedTuple):
    """A session of a profile by its name, and its first file, relative to the log directory."""

    name: str
    file: str


LastSessions = dict[str, Session]
"""The last session with an `xplane.pb` of each directory; names of sessions are times."""


def is_profile_name(name: str) -> bool:
    """Return whether a file of this name has a profile, or part of one."""
    return name.endswith(_SUFFIXES) or name.startswith(_DEBUGGER)


def add_profiles(
    profiles: FoundProfiles,
    sessions: LastSessions,
    directory: str,
    profile_files: list[str],
    graph_files: list[str],
) -> None:
    """Add the profiles directly in a directory.

    Args:
        profiles: the result.
        sessions: the other result.
        directory: relative to the log directory.
        profile_files: the files that `is_profile_name` accepts.
        graph_files: files that may have a graph; emptied if they belong to a profile.
    """
    parts = PurePosixPath(directory).parts
    planes = [name for name in profile_files if name.endswith(_XPLANE)]
    is_session = parts[-3:-1] == _PLUGIN
    home = ("/".join(parts[:-3]) or ".") if is_session else directory
    if planes:
        file = min(planes) if directory == "." else f"{directory}/{min(planes)}"
        found = Session(parts[-1] if is_session else "", file)
        sessions[home] = max(sessions.get(home, found), found)
    if is_session:
        graph_files.clear()
        if profile_files:
            profiles.setdefault("xplane", []).append(home)
        return
    if planes:
        profiles.setdefault("xplane", []).append(directory)
    if any(name.startswith(_DEBUGGER) for name in profile_files):
        profiles.setdefault("debugger", []).append(directory)
    torch = sum(name.endswith(_TORCH) for name in profile_files)
    traces = sum(name.endswith(_TRACE) for name in profile_files) - torch
    if torch:
        profiles.setdefault("torch", []).extend([directory] * torch)
    if traces:
        profiles.setdefault("trace", []).extend([directory] * traces)


def count_profiles(profiles: FoundProfiles) -> tuple[ProfileCount, ...]:
    """Return the number of profiles of each format, and their directories."""
    counts = []
    for form, directories in sorted(profiles.items()):
        distinct = sorted(set(directories))
        first = tuple(map(display_name, distinct[:MAX_PLACES]))
        counts.append(ProfileCount(form, len(directories), len(distinct), first))
    return tuple(counts)
