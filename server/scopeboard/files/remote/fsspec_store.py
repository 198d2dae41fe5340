"""All other stores, by fsspec and its libraries where they are installed."""

import errno
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, TypeVar

from scopeboard.files.remote.errors import TransientError
from scopeboard.files.remote.object_store import ObjectBytes, ObjectPage, ObjectStatus

_TIMES: Final = ("mtime", "LastModified", "last_modified", "modified", "updated", "created")
_TAGS: Final = ("ETag", "etag", "md5Hash", "checksum", "uid")
_Result = TypeVar("_Result")


def reads_scheme(scheme: str) -> bool:
    """Return whether fsspec is installed, with what it needs for addresses of a scheme."""
    try:
        import fsspec  # noqa: PLC0415 - for such addresses alone

        fsspec.get_filesystem_class(scheme)
    except (ImportError, ValueError):
        return False
    return True


class FsspecStore:
    """A file system of fsspec below an address; what it raises becomes an OSError."""

    lists_in_order = False

    def __init__(self, root: str) -> None:
        import fsspec  # noqa: PLC0415 - likewise

        self._files, self._base = _failing(lambda: fsspec.url_to_fs(root))

    def list_after(self, prefix: str, after: str | None) -> ObjectPage:  # noqa: ARG002 - all at once
        """Return all files below a directory."""

        def read() -> Mapping[str, Mapping[str, Any]]:
            self._files.invalidate_cache()
            found: Mapping[str, Mapping[str, Any]] = self._files.find(
                self._path(prefix), detail=True
            )
            return found

        start = len(self._base.rstrip("/")) + 1
        found = {path[start:]: _status(info) for path, info in _failing(read).items()}
        return ObjectPage(sorted(found.items()), True)

    def head(self, key: str) -> ObjectStatus:
        """Return the status of a file."""
        return _failing(lambda: _status(self._files.info(self._path(key))))

    def get(self, key: str, start: int, end: int, tag: str | None) -> ObjectBytes:  # noqa: ARG002
        """Return bytes of a file, fewer at its end."""

        def read() -> ObjectBytes:
            status = _status(self._files.info(self._path(key)))
            stop = min(end, status.size)
            data = self._files.cat_file(self._path(key), start, stop) if start < stop else b""
            return ObjectBytes(start, bytes(data), status)

        return _failing(read)

    def _path(self, key: str) -> str:
        base = self._base.rstrip("/")
        return f"{base}/{key}" if key else base


def _status(info: Mapping[str, Any]) -> ObjectStatus:
    size = int(info.get("size") or 0)
    time = next((info[name] for name in _TIMES if info.get(name)), 0)
    if isinstance(time, str):
        time = datetime.fromisoformat(time)
    modified = int(time.timestamp() if isinstance(time, datetime) else time)
    tag = next((str(info[name]) for name in _TAGS if info.get(name)), f"{time}-{size}")
    return ObjectStatus(size, modified, f'W/"{tag}"')


def _failing(action: Callable[[], _Result]) -> _Result:
    """Return the result of an action; libraries raise what they like."""
    try:
        return action()
    except FileNotFoundError:
        raise FileNotFoundError(errno.ENOENT, "there is no such file") from None
    except PermissionError:
        raise PermissionError(errno.EACCES, "the store denies access") from None
    except Exception as error:
        name = type(error).__name__
        raise TransientError(errno.EIO, f"the store failed ({name})") from error
