"""Addresses of files in object stores and on web servers.

s3://bucket/key                                     Amazon S3 and what speaks its protocol
gs://bucket/key                                     Google Cloud Storage
az://container/key                                  Azure, the account from the environment
abfss://container@account.dfs.core.windows.net/key  Azure
https://host:port/path                              a dashboard, or a web server with index pages
hf://datasets/owner/name@revision/path              Hugging Face; also spaces, models, buckets
other://host/path                                   what fsspec has, if it is installed
"""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote

from scopeboard.errors import SettingsError

_ADDRESS: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://([^/]*)(.*)", re.DOTALL)
_SAME: Final = {"s3a": "s3", "gcs": "gs", "abfs": "abfss", "adl": "az"}
_REPOSITORY_KINDS: Final = ("datasets", "spaces", "models", "buckets")
STORES: Final = frozenset({"s3", "gs", "az", "abfss", "http", "https", "hf"})
"""Schemes that need no fsspec."""


@dataclass(frozen=True, slots=True)
class RemotePath:
    """A file or directory elsewhere: `key` in the store with the address `root`.

    The key has neither a first nor a last slash; it is empty for all of the store.
    """

    root: str
    key: str = ""

    @property
    def scheme(self) -> str:
        """The scheme of the address."""
        return self.root.partition("://")[0]

    @property
    def name(self) -> str:
        """The last part of the key, or the name of the store."""
        return self.key.rpartition("/")[2] or self.root.partition("://")[2].rpartition("/")[2]

    @property
    def suffix(self) -> str:
        """The suffix of the name, with its dot."""
        return PurePosixPath(self.key).suffix

    @property
    def parent(self) -> "RemotePath":
        """The directory above, itself at the top."""
        return RemotePath(self.root, self.key.rpartition("/")[0])

    def __truediv__(self, path: str) -> "RemotePath":
        if path == ".":
            return self
        return RemotePath(self.root, f"{self.key}/{path}" if self.key else path)

    def __str__(self) -> str:
        return f"{self.root}/{self.key}" if self.key else self.root


def parse_address(text: str) -> RemotePath:
    """Return the location of an address.

    Raises:
        SettingsError: it is none, or has what it must not have.
    """
    match = _ADDRESS.fullmatch(text)
    if match is None:
        raise SettingsError(f"{text} is not an address.")
    scheme, host, path = match[1].lower(), match[2], match[3]
    scheme = _SAME.get(scheme, scheme)
    user, at, _ = host.rpartition("@")
    if at and (scheme != "abfss" or ":" in user):
        raise SettingsError(
            f"An address with a password in it ({scheme}://…@…) is not read, since addresses are "
            "printed and saved. Name credentials in the environment."
        )
    if scheme in {"http", "https"}:
        if "?" in path or "#" in path:
            raise SettingsError(
                f"{scheme}://{host}{path.partition('?')[0].partition('#')[0]}: an address ends "
                "with a path; drop the query after it."
            )
        path = unquote(path)
    if not host:
        raise SettingsError(f"{text}: the name of the store is missing after {scheme}://.")
    parts = [part for part in path.split("/") if part]
    if {".", ".."} & set(parts):
        raise SettingsError(f"{text}: an address has no “.” or “..” in its path.")
    if scheme == "hf":
        return _hugging_face(text, host, parts)
    return RemotePath(f"{scheme}://{host}", "/".join(parts))


def _hugging_face(text: str, first: str, parts: list[str]) -> RemotePath:
    """Return the location of a path in a repository: `hf://KIND/OWNER/NAME@REVISION/PATH`."""
    parts = [first, *parts]
    if first not in _REPOSITORY_KINDS:
        parts.insert(0, "models")
    if len(parts) < 3:
        raise SettingsError(f"{text}: write hf://datasets/OWNER/NAME, then a path in it.")
    kind, owner, name = parts[:3]
    return RemotePath(f"hf://{kind}/{owner}/{name}", "/".join(parts[3:]))
