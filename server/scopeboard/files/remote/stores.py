"""The stores that this process uses, by their addresses, and what opens each kind."""

import os
from collections.abc import Callable
from functools import lru_cache, partial
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING, Final

from scopeboard.errors import SettingsError
from scopeboard.files.remote.address import STORES, RemotePath
from scopeboard.files.remote.block_cache import BlockCache
from scopeboard.files.remote.object_store import ObjectStore
from scopeboard.files.remote.remote_store import RemoteStore

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

MOST_REQUESTS: Final = 32
"""Requests at a time for the files of a job."""

_blocks: Final = BlockCache()
_stores: Final[dict[str, RemoteStore]] = {}
_lock: Final = Lock()


def require_readable(path: RemotePath) -> None:
    """Check that what reads an address is installed, and that its settings make sense.

    Raises:
        SettingsError: it is not, or they do not.
    """
    if path.scheme in STORES and find_spec("obstore") is None:
        raise SettingsError(
            f"{path} is not on this machine. To read logs there: pip install 'scopeboard[remote]'."
        )
    from scopeboard.files.remote import settings  # noqa: PLC0415 - for remote logs alone

    if path.scheme == "s3":
        settings.s3_options(os.environ)
    elif path.scheme in {"az", "abfss"}:
        domain = path.root.partition("@")[2]
        settings.azure_options(os.environ, domain.partition(".")[0])


def is_readable_scheme(scheme: str) -> bool:
    """Return whether there is something that reads addresses of a scheme, once it is installed."""
    if scheme in STORES:
        return True
    from scopeboard.files.remote.fsspec_store import reads_scheme  # noqa: PLC0415 - for such alone

    return reads_scheme(scheme)


def store_of(path: RemotePath) -> RemoteStore:
    """Return the store of a location, the same for all of the process."""
    with _lock:
        if path.root not in _stores:
            _stores[path.root] = RemoteStore(path.root, partial(_connect, path.root), _blocks)
        return _stores[path.root]


@lru_cache(maxsize=1)
def request_threads() -> "ThreadPoolExecutor":
    """Return the threads that make requests side by side."""
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - for remote logs alone

    return ThreadPoolExecutor(MOST_REQUESTS, "remote")


def forget_stores() -> None:
    """Forget all stores, with what was listed and read: the next use connects anew."""
    with _lock:
        _stores.clear()
    _blocks.clear()


def _connect(root: str) -> ObjectStore:
    scheme, _, host = root.partition("://")
    if scheme not in STORES:
        from scopeboard.files.remote.fsspec_store import FsspecStore  # noqa: PLC0415 - likewise

        return FsspecStore(root)
    from scopeboard.files.remote import obstore_client  # noqa: PLC0415 - likewise

    kinds: dict[str, Callable[[str], ObjectStore]] = {
        "s3": obstore_client.open_s3,
        "gs": obstore_client.open_google,
        "az": obstore_client.open_azure,
        "abfss": obstore_client.open_azure,
    }
    if scheme in kinds:
        return kinds[scheme](host)
    if scheme == "hf":
        from scopeboard.files.remote import hugging_face  # noqa: PLC0415 - likewise

        tree, files = hugging_face.hugging_face_addresses(root, os.environ)
        headers = hugging_face.hugging_face_headers(os.environ)
        client = obstore_client.open_web(files, headers)
        return hugging_face.HuggingFaceStore(tree, headers, client)
    from scopeboard.files.remote.http_store import HttpStore  # noqa: PLC0415 - likewise

    return HttpStore(root, request_threads)
