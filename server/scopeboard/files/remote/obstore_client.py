"""S3, Google Cloud Storage, Azure and files of web servers, by the library obstore."""

import errno
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from scopeboard.files.remote.errors import ReplacedError, cut_error, failure_of
from scopeboard.files.remote.object_store import (
    PAGE_OBJECTS,
    ObjectBytes,
    ObjectPage,
    ObjectStatus,
)
from scopeboard.files.remote.settings import azure_options, google_options, s3_options

if TYPE_CHECKING:
    from obstore import ObjectMeta
    from obstore.store import ObjectStore as Client

_RETRY: Final[Any] = {"max_retries": 0, "retry_timeout": timedelta(seconds=60)}
"""`retries` repeats requests, and counts them."""

_CLIENT: Final[dict[str, Any]] = {"timeout": "30s", "connect_timeout": "5s"}
_Result = TypeVar("_Result")


class NoRangesError(OSError):
    """The server ignores ranges."""


class ObstoreClient:
    """A store of obstore."""

    def __init__(
        self, client: "Client", *, lists_in_order: bool, replaces_versions: bool = False
    ) -> None:
        self._client = client
        self.lists_in_order = lists_in_order
        self._replaces_versions = replaces_versions  # rather than entity tags, as Google's does

    def list_after(self, prefix: str, after: str | None) -> ObjectPage:
        """Return the first objects below a prefix, after a key; all if there is no order."""
        import obstore  # noqa: PLC0415 - for remote logs alone

        def read() -> Sequence["ObjectMeta"]:
            pages = obstore.list(
                self._client, prefix or None, offset=after, chunk_size=PAGE_OBJECTS
            )
            return next(pages, []) if self.lists_in_order else pages.collect()

        found = _failing(read)
        objects = [(each["path"], _status(each)) for each in found]
        is_last = not self.lists_in_order or len(found) < PAGE_OBJECTS
        return ObjectPage(objects, is_last, max(1, -(-len(found) // PAGE_OBJECTS)))

    def head(self, key: str) -> ObjectStatus:
        """Return the status of an object."""
        import obstore  # noqa: PLC0415 - likewise

        return _status(_failing(partial(obstore.head, self._client, key)))

    def get(self, key: str, start: int, end: int, tag: str | None) -> ObjectBytes:
        """Return bytes of an object, fewer at its end, if it still has a tag."""
        import obstore  # noqa: PLC0415 - likewise

        options: dict[str, Any] = {"range": (start, end)}
        if tag and not tag.startswith("W/"):
            options["if_match"] = tag

        def read() -> ObjectBytes:
            result = obstore.get(self._client, key, options=options)  # type: ignore[arg-type]
            first, stop = result.range
            data = bytes(result.bytes())
            if len(data) != stop - first:
                raise cut_error()
            return ObjectBytes(first, data, _status(result.meta))

        def read_without_ranges() -> ObjectBytes:
            result = obstore.get(self._client, key)
            stream, wanted, position = iter(result), bytearray(), 0
            for piece in stream:
                wanted += piece[max(0, start - position) : max(0, end - position)]
                position += len(piece)
                if position >= end:
                    break
            return ObjectBytes(start, bytes(wanted), _status(result.meta))

        try:
            return _failing(read)
        except NoRangesError:
            return _failing(read_without_ranges)

    def put(
        self, key: str, source: Path | bytes, *, replaced: str | None, may_overwrite: bool
    ) -> None:
        """Write an object, in parts if it is a large file."""
        import obstore  # noqa: PLC0415 - likewise

        mode: Any = "overwrite" if may_overwrite else "create"
        if replaced is not None:
            mode = {"e_tag": replaced}
        if replaced is not None and self._replaces_versions:
            present = _failing(partial(obstore.head, self._client, key))
            if _status(present).tag != replaced:
                raise ReplacedError
            mode = {"version": present["version"]}
        options: dict[str, Any] = {"mode": mode}
        if mode != "overwrite":
            options["use_multipart"] = False  # parts are not compared with what there is
        _failing(lambda: obstore.put(self._client, key, source, **options))

    def remove(self, key: str) -> None:
        """Remove an object, if it exists."""
        import obstore  # noqa: PLC0415 - likewise

        with suppress(FileNotFoundError):
            _failing(partial(obstore.delete, self._client, key))

    def get_whole(self, key: str, max_bytes: int) -> bytes:
        """Return all of a small object.

        Raises:
            OSError: it cannot be read now, or has more bytes.
        """
        import obstore  # noqa: PLC0415 - likewise

        def read() -> bytes:
            content = bytearray()
            for piece in obstore.get(self._client, key):
                content += piece
                if len(content) > max_bytes:
                    raise OSError(errno.EFBIG, "it is too large for an index page")
            return bytes(content)

        return _failing(read)


def open_s3(bucket: str) -> ObstoreClient:
    """Return a bucket of S3."""
    from obstore.store import S3Store  # noqa: PLC0415 - for remote logs alone

    options = s3_options(os.environ)
    client = {**_CLIENT, **options.client}
    store = S3Store(bucket, client_options=client, retry_config=_RETRY, **options.store)  # type: ignore[arg-type]
    return ObstoreClient(store, lists_in_order=True)


def open_google(bucket: str) -> ObstoreClient:
    """Return a bucket of Google Cloud Storage."""
    from obstore.store import GCSStore  # noqa: PLC0415 - likewise

    options = google_options(os.environ)
    client = {**_CLIENT, **options.client}
    store = GCSStore(bucket, client_options=client, retry_config=_RETRY, **options.store)  # type: ignore[arg-type]
    return ObstoreClient(store, lists_in_order=True, replaces_versions=True)


def open_azure(host: str) -> ObstoreClient:
    """Return a container of Azure: its name, or `CONTAINER@ACCOUNT.dfs.core.windows.net`."""
    from obstore.store import AzureStore  # noqa: PLC0415 - likewise

    container, _, domain = host.partition("@")
    options = azure_options(os.environ, domain.partition(".")[0])
    client = {**_CLIENT, **options.client}
    store = AzureStore(container, client_options=client, retry_config=_RETRY, **options.store)  # type: ignore[arg-type]
    return ObstoreClient(store, lists_in_order=False)


def open_web(address: str, headers: dict[str, str] | None = None) -> ObstoreClient:
    """Return the files of a web server."""
    from obstore.store import HTTPStore  # noqa: PLC0415 - likewise

    client = {**_CLIENT, "allow_http": True, "default_headers": headers or {}}
    store = HTTPStore(address, client_options=client, retry_config=_RETRY)  # type: ignore[arg-type]
    return ObstoreClient(store, lists_in_order=False)


def _status(meta: "ObjectMeta") -> ObjectStatus:
    size, modified = meta["size"], int(meta["last_modified"].timestamp())
    tag = meta["e_tag"] or meta["version"] or ""
    if not tag:
        tag = f'W/"{modified}-{size}"'  # of a web server that has none
    elif not tag.startswith(("W/", '"')):
        tag = f'"{tag}"'  # Azure's listings have no quotes
    return ObjectStatus(size, modified, tag)


def _failing(action: Callable[[], _Result]) -> _Result:
    """Return the result of an action; raise what obstore raises as an OSError."""
    from obstore.exceptions import (  # noqa: PLC0415 - likewise
        AlreadyExistsError,
        BaseError,
        InvalidPathError,
        NotSupportedError,
        PreconditionError,
    )

    try:
        return action()
    except (AlreadyExistsError, PreconditionError) as error:
        raise ReplacedError from error
    except NotSupportedError as error:
        raise NoRangesError(errno.ENOTSUP, "the server sends whole files alone") from error
    except InvalidPathError as error:
        message = "a name below it has an empty part or a dot as one (a//b, a/./b)"
        raise OSError(errno.EINVAL, message) from error
    except (BaseError, FileNotFoundError) as error:
        raise failure_of(error) from None
