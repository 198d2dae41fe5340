"""TensorBoard's `--logdir_spec`: several log directories, each under a name, seen as one.

They become a directory of links, which is walked like any other. Its path follows from what it
leads to, so that the index and what viewers keep are found again. It is beside the index; where
none is kept, or nobody may write there, it is in a directory for temporary files.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final

from scopeboard.config.log_paths import path_of_logs
from scopeboard.errors import SettingsError
from scopeboard.system.directories import link_directory
from scopeboard.system.file_names import file_name
from scopeboard.system.user_directories import own_temporary_directory, user_cache_directory

Links = Mapping[str, Path]
"""Absolute paths of log directories by the names of their links, which may have slashes."""

_DIGEST_BYTES: Final = 8
_LONGEST_NAME: Final = 80


def parse_logdir_spec(text: str) -> Links:
    """Return what `a:/x,b:/y` names; a directory without a name goes by its own.

    Raises:
        SettingsError: there is nothing in it, or two go by one name.
    """
    links: dict[str, Path] = {}
    for part in filter(None, text.split(",")):
        name, path = _named(part)
        if any(_is_inside(name, other) or _is_inside(other, name) for other in links):
            raise SettingsError(
                f"--logdir_spec: two log directories would be called {name!r}; give each a name "
                "of its own, as in a:/x,b:/y."
            )
        links[name] = path
    if not links:
        raise SettingsError("--logdir_spec names no log directory; it is written a:/x,b:/y.")
    return links


def _named(part: str) -> tuple[str, Path]:
    """Return a name and the path; as in TensorBoard, an absolute path has no name before it.

    The colon of a drive of Windows belongs to the path.
    """
    part = part.strip()
    name, colon, named = part.partition(":")
    if not colon or part.startswith("/") or named.startswith("//") or os.path.splitdrive(part)[0]:
        name, named = "", part
    path = Path(os.path.abspath(path_of_logs(named, "--logdir_spec")))  # noqa: PTH100 - has no `..`
    if os.path.isfile(path):  # noqa: PTH113 - raises nothing
        raise SettingsError(f"--logdir_spec: {path} is a file; name its directory, {path.parent}.")
    name = str(PurePosixPath(name or path.name or "root"))
    if name.startswith("/") or {".", ".."} & set(name.split("/")):
        raise SettingsError(f"--logdir_spec: {name!r} cannot be the name of a log directory.")
    return name, path


def _is_inside(name: str, other: str) -> bool:
    return f"{name}/".startswith(f"{other}/")


def linked_directory(links: Links, index: Path | None = None, *, keeps_index: bool = True) -> Path:
    """Return the path of the directory with links to log directories, made or not.

    It is called after them: the page and the file of what viewers keep go by its name. The
    directory above it is made, which shows whether it can be.

    Args:
        links: what is to be in it.
        index: the directory of the index, None for that of the user.
        keeps_index: whether there is an index at all.
    """
    from hashlib import blake2b  # noqa: PLC0415 - loads OpenSSL, and most starts have no links

    digest = blake2b(digest_size=_DIGEST_BYTES)
    for name, path in links.items():
        digest.update(os.fsencode(f"{name}\0{path}\0"))
    title = file_name(", ".join(links))[:_LONGEST_NAME]
    return _links_directory(index, keeps_index=keeps_index) / digest.hexdigest() / title


def _links_directory(index: Path | None, *, keeps_index: bool) -> Path:
    if keeps_index:
        kept = (index or user_cache_directory() / "scopeboard") / "links"
        if _can_write(kept):
            return kept
    return own_temporary_directory() / "links"


def _can_write(directory: Path) -> bool:
    """Make a directory if it is missing, and return whether it can be written to."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(directory, os.W_OK | os.X_OK)


def make_links(directory: Path, links: Links) -> None:
    """Make the links that are missing; where they lead need not be there yet.

    Raises:
        SettingsError: they cannot be made.
    """
    try:
        for name, path in links.items():
            link = directory / name
            link.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError):
                link_directory(link, path)
    except OSError as error:
        raise SettingsError(
            f"The links that --logdir_spec asks for cannot be made in {directory}: "
            f"{error.strerror}. Make a directory with links of your own for --logdir."
        ) from error
