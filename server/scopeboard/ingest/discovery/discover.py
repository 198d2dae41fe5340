"""Find runs: a run is a directory with an event file directly in it.

As in TensorBoard, the name of an event file contains `tfevents` (and does not end in
`.profile-empty`, as marker files do), the name of a run is its path relative to the log directory,
and symbolic links are followed. A directory with several paths is one run, named by a path without
links if there is one.

Tens of thousands of directories are walked every few seconds. A listing has the inode of each
directory at no cost, so only directories with a known inode are compared one by one.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from errno import ENAMETOOLONG
from pathlib import Path
from typing import Final, NamedTuple

from scopeboard.files.location import Location, MountedPaths
from scopeboard.files.remote.address import RemotePath
from scopeboard.ingest.discovery.listing import Listing
from scopeboard.ingest.discovery.objects import Unreachable, walk_objects
from scopeboard.ingest.discovery.profiles import FoundProfiles, LastSessions, add_profiles
from scopeboard.ingest.heartbeat import no_step
from scopeboard.phases import is_phase
from scopeboard.system.directories import is_link_entry
from scopeboard.system.files import openable

MAX_DEPTH: Final = 64
MAX_GRAPH_FILES: Final = 1000
MAX_VIDEO_FILES: Final = 10_000
ROOT_RUN: Final = "."


ABOVE: Final = "../"


class FoundRun(NamedTuple):
    """A directory with event files.

    `files` are their names in it, sorted; `configurations` those of files with hyper-parameters,
    with `ABOVE` before the name of one in the directory above.
    """

    name: str
    files: tuple[str, ...]
    configurations: tuple[str, ...] = ()


@dataclass(slots=True)
class Discovery:
    """The result of a walk; runs by name.

    `exists` is false if there is no log directory or none of it could be read. `entries` counts
    files of any kind. `unreadable` are directories that could not be opened, `too_deep` directories
    below the depth limit or with a path too long for the system; neither were searched.
    `graph_files` are the first files, relative to the log directory, that may have a graph,
    `video_files` the first that may have a video.
    `profiles` has the profiles of each format, `sessions` those with programs, whose files `finish`
    adds to the `graph_files`. `unreachable` are places elsewhere that could not be listed now: what
    was found there before still counts.
    """

    exists: bool = False
    runs: list[FoundRun] = field(default_factory=list)
    entries: int = 0
    unreadable: list[str] = field(default_factory=list)
    too_deep: list[str] = field(default_factory=list)
    graph_files: list[str] = field(default_factory=list)
    video_files: list[str] = field(default_factory=list)
    profiles: FoundProfiles = field(default_factory=dict)
    sessions: LastSessions = field(default_factory=dict)
    unreachable: list[Unreachable] = field(default_factory=list)
    _configured: dict[str, list[str]] = field(default_factory=dict)  # directories without events

    def add(self, name: str, listing: Listing, *, is_remote: bool = False) -> None:
        """Add a directory by its name below the log directory.

        Programs in a profile elsewhere are not looked for: each would take a request.
        """
        self.exists = True
        self.entries += listing.files
        if listing.profile_files or listing.graph_files:
            sessions = {} if is_remote else self.sessions
            add_profiles(self.profiles, sessions, name, listing.profile_files, listing.graph_files)
        prefix = "" if name == ROOT_RUN else f"{name}/"
        if listing.graph_files and len(self.graph_files) < MAX_GRAPH_FILES:
            self.graph_files += [prefix + file for file in listing.graph_files]
        if listing.video_files and len(self.video_files) < MAX_VIDEO_FILES:
            self.video_files += [prefix + file for file in listing.video_files]
        if listing.event_files:
            files, configurations = tuple(listing.event_files), tuple(listing.configurations)
            self.runs.append(FoundRun(name, files, configurations))
        elif listing.configurations:
            self._configured[name] = listing.configurations

    def finish(self) -> None:
        """Sort what was found, and give runs the files with hyper-parameters above them."""
        self.runs.sort()
        profiles = [each.file for each in self.sessions.values()]
        self.graph_files = sorted([*self.graph_files, *profiles])[:MAX_GRAPH_FILES]
        self.video_files = sorted(self.video_files)[:MAX_VIDEO_FILES]
        for at, run in enumerate(self.runs if self._configured else ()):
            above, last = split_name(run.name)
            if above in self._configured and is_phase(last):
                # The other runs of the training share those of the first one.
                shared = [ABOVE + file for file in self._configured.pop(above)]
                self.runs[at] = run._replace(configurations=(*run.configurations, *shared))


def split_name(run: str) -> tuple[str, str]:
    """Return the directory above a run and the last part of its name."""
    above, _, last = run.rpartition("/")
    return above or ROOT_RUN, last


class _Pending(NamedTuple):
    """Directories of one listing that are not listed yet, `depth` levels below the root.

    Only their names are stored: of ten thousand directories, paths are most of the memory.
    """

    base: str
    names: list[tuple[str, int]]
    depth: int


class _Visited:
    """The directories visited so far. Equal inodes on several devices are rare, but exist."""

    def __init__(self) -> None:
        self._first: dict[int | str, str] = {}
        self._others: dict[int, list[str]] = {}

    def __contains__(self, inode: int) -> bool:
        """Return whether a directory with this inode was visited."""
        return inode in self._first

    def add(self, path: str, inode: int) -> bool:
        """Add a directory; return whether it was not visited by another path.

        Raises:
            OSError: it cannot be opened.
        """
        key = inode or os.path.realpath(path)  # some file systems of Windows have no inodes
        first = self._first.setdefault(key, path)
        if first is path:
            return True
        if not inode:
            return False
        others = self._others.setdefault(inode, [])
        if any(Path(path).samefile(other) for other in (first, *others)):
            return False
        others.append(path)
        return True


def path_of_configuration(run: str, file: str) -> str:
    """Return the path of one of the `configurations` of a run, relative to the log directory."""
    directory = split_name(run)[0] if file.startswith(ABOVE) else run
    name = file.removeprefix(ABOVE)
    return name if directory == ROOT_RUN else f"{directory}/{name}"


def discover(root: Location, step: Callable[[], None] = no_step) -> Discovery:
    """Find the runs of a log directory by name.

    Each directory is visited once however many links lead to it, and none deeper than 64 levels.
    `step` is called with each directory and each entry.
    """
    discovery = Discovery()
    mounts = root.mounts if isinstance(root, MountedPaths) else [("", root)]
    for mount, place in mounts:
        if isinstance(place, RemotePath):
            listings = walk_objects(place, discovery.unreachable, step)
        else:
            listings = _walk_directories(place, discovery, step)
        for name, listing in listings:
            known = _name_in(mount, name) if mount else name
            discovery.add(known, listing, is_remote=isinstance(place, RemotePath))
    discovery.finish()
    return discovery


def _name_in(mount: str, name: str) -> str:
    """Return the name of a directory of a place that is mounted under a name."""
    return mount if name == ROOT_RUN else f"{mount}/{name}"


def _walk_directories(
    log_directory: Path, discovery: Discovery, step: Callable[[], None]
) -> Iterator[tuple[str, Listing]]:
    """Yield each directory of this machine by its name below the log directory."""
    root = str(log_directory)
    try:
        inode = log_directory.stat().st_ino
    except FileNotFoundError:
        return
    except OSError:
        discovery.unreadable.append(root)
        return
    for path, listing in _walk(root, inode, discovery, step):
        yield ROOT_RUN if path == root else path[len(root.rstrip("/")) + 1 :], listing


def _walk(
    root: str, inode: int, discovery: Discovery, step: Callable[[], None]
) -> Iterator[tuple[str, Listing]]:
    """Yield each directory: first the directories reached without links, then all others."""
    visited = _Visited()
    below_limit: list[tuple[str, int]] = []
    without_links, through_links = [_Pending("", [(root, inode)], 0)], deque[_Pending]()
    while without_links or through_links:
        base, names, depth = without_links[-1] if without_links else through_links[0]
        if not names:
            without_links.pop() if without_links else through_links.popleft()
            continue
        name, inode = names.pop()
        path = base + name
        step()
        try:
            if not visited.add(path, inode):
                continue
            listing = list_directory(path, step)
        except FileNotFoundError:
            continue
        except OSError as error:
            is_too_long = error.errno == ENAMETOOLONG and depth > 0
            (discovery.too_deep if is_too_long else discovery.unreadable).append(path)
            continue
        yield path, listing
        base = path if path.endswith("/") else f"{path}/"
        if depth == MAX_DEPTH:
            deeper = (*reversed(listing.directories), *reversed(listing.links))
            below_limit += [(base + name, inode) for name, inode in deeper]
            continue
        if listing.directories:
            without_links.append(_Pending(base, listing.directories, depth + 1))
        if listing.links:
            through_links.append(_Pending(base, listing.links, depth + 1))
    # A link may have led to some of them nevertheless.
    discovery.too_deep += [path for path, inode in below_limit if inode not in visited]


def list_directory(path: str, step: Callable[[], None] = no_step) -> Listing:
    """Return the entries of a directory; `step` is called with each.

    Raises:
        OSError: the directory cannot be opened.
    """
    listing = Listing()
    with os.scandir(openable(path)) as entries:
        for entry in entries:
            step()
            name = entry.name
            try:
                is_directory = entry.is_dir()
            except OSError:  # a link that leads in a circle
                is_directory = False
            if not is_directory:
                listing.add_file(name)
            elif is_link_entry(entry):
                inode = os.stat(entry.path).st_ino  # noqa: PTH116 - a Path costs as much again
                listing.links.append((name, inode))
            else:
                listing.directories.append((name, entry.inode()))
    listing.sort()
    return listing
