"""TensorBoard's `--logdir_spec`: several log directories, each with a name, as one.

They become a directory of links, which is walked like any other. Its path is a digest of the links,
so that the next start finds the index and the saved state again. It is beside the index; without an
index, or if that directory is not writable, it is in a directory for temporary files.
"""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final

from scopeboard.config.log_paths import location_of_logs
from scopeboard.errors import SettingsError
from scopeboard.files.location import Location, MountedPaths, Place
from scopeboard.system.directories import link_directory
from scopeboard.system.file_names import file_name
from scopeboard.system.user_directories import own_temporary_directory, user_cache_directory

Links = Mapping[str, Place]
"""Where log directories are, by the names of their links, which may contain slashes."""

_DIGEST_BYTES: Final = 8
_MAX_NAME_CHARACTERS: Final = 80


def parse_logdir_spec(text: str) -> Links:
    """Return the links of `a:/x,b:/y`; by default, a link has the name of its directory.

    Raises:
        SettingsError: it is empty, or two links have the same name.
    """
    links = links_of(map(_named, filter(None, text.split(","))), "--logdir_spec", "a:/x,b:/y")
    if not links:
        raise SettingsError("--logdir_spec names no log directory; it is written a:/x,b:/y.")
    return links


def links_of(named: Iterable[tuple[str, Place]], source: str, example: str) -> Links:
    """Return the links of log directories with their names; an empty name is the directory's own.

    Args:
        named: names and locations.
        source: what names them, for errors.
        example: how names are given there, likewise.

    Raises:
        SettingsError: a name cannot be one, or two are the same, or one is within the other.
    """
    links: dict[str, Place] = {}
    for text, path in named:
        name = str(PurePosixPath(text or path.name or "root"))
        if name.startswith("/") or {".", ".."} & set(name.split("/")):
            raise SettingsError(f"{source}: {name!r} cannot be the name of a log directory.")
        if any(_is_inside(name, other) or _is_inside(other, name) for other in links):
            raise SettingsError(
                f"{source}: two log directories would be called {name!r}; give each its own "
                f"name, as in {example}."
            )
        links[name] = path
    return links


def _named(part: str) -> tuple[str, Place]:
    """Return name and path of a part; as in TensorBoard, an absolute path has no name before it.

    The name is empty if it has none. The colon of a Windows drive belongs to the path.
    """
    part = part.strip()
    name, colon, named = part.partition(":")
    if not colon or part.startswith("/") or named.startswith("//") or os.path.splitdrive(part)[0]:
        name, named = "", part
    place = location_of_logs(named, "--logdir_spec")
    if not isinstance(place, Path):
        return name, place
    path = Path(os.path.abspath(place))  # noqa: PTH100 - has no `..`
    if os.path.isfile(path):  # noqa: PTH113 - raises nothing
        raise SettingsError(f"--logdir_spec: {path} is a file; name its directory, {path.parent}.")
    return name, path


def _is_inside(name: str, other: str) -> bool:
    return f"{name}/".startswith(f"{other}/")


def linked_directory(
    links: Links, index: Path | None = None, *, keeps_index: bool = True
) -> Location:
    """Return the location of the directory of links, which may not exist yet.

    If some lead to another machine, it is no directory but their places under their names.

    Its name consists of theirs: the title of the page and the file of saved state depend on it. The
    directory for all such directories is created, to test that it is writable.

    Args:
        links: the links.
        index: the directory of the index, None for the user's default.
        keeps_index: whether there is an index at all.
    """
    if not all(isinstance(place, Path) for place in links.values()):
        return MountedPaths(tuple(links.items()))
    from hashlib import blake2b  # noqa: PLC0415 - loads OpenSSL, and most starts have no links

    digest = blake2b(digest_size=_DIGEST_BYTES)
    for name, path in links.items():
        digest.update(os.fsencode(f"{name}\0{path}\0"))
    subdirectory = Path(digest.hexdigest()) / file_name(", ".join(links))[:_MAX_NAME_CHARACTERS]
    if keeps_index:
        directory = (index or user_cache_directory() / "scopeboard") / "links"
        with suppress(OSError):
            directory.mkdir(parents=True, exist_ok=True)
            if os.access(directory, os.W_OK | os.X_OK):
                return directory / subdirectory
    return own_temporary_directory() / "links" / subdirectory


def make_links(directory: Location, links: Links) -> None:
    """Create missing links on this machine; their targets need not exist yet.

    Raises:
        SettingsError: they cannot be created.
    """
    try:
        for name, path in links.items():
            if not (isinstance(directory, Path) and isinstance(path, Path)):
                continue
            link = directory / name
            link.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError):
                link_directory(link, path)
    except OSError as error:
        raise SettingsError(
            f"The links for --logdir_spec cannot be created in {directory}: {error.strerror}. "
            "Create a directory with links yourself and name it with --logdir."
        ) from error
