"""The address of a server: where it is, and what gives access."""

from base64 import b64encode
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

from scopeboard.errors import SettingsError

SCHEMES: Final = ("http://", "https://")
_PORTS: Final = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """An address without what gives access; `path` ends without a slash.

    `headers` have the credentials of a proxy, or the token; `token` is in the query of requests if
    a proxy has the header.
    """

    scheme: str
    host: str
    port: int
    path: str
    headers: dict[str, str]
    token: str

    @property
    def has_token(self) -> bool:
        """Whether requests have a token."""
        return bool(self.token) or self.headers.get("Authorization", "").startswith("Bearer")

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}{self.path}/"


def parse_address(text: str, token: str | None = None) -> ServerAddress:
    """Return the address in a text: any link of the server's page is one.

    Args:
        text: with a path prefix if the server has one, `?token=…` if it needs one, and
            `user:password@` before the host if a proxy wants these.
        token: the token, if it is not in the text.

    Raises:
        SettingsError: the text is no address.
    """
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise SettingsError(f"{text} is no address of a server: {error}.") from error
    scheme = parts.scheme.lower()
    if scheme not in _PORTS or not parts.hostname:
        raise SettingsError(f"{text} is no address of a server, such as http://localhost:6006.")
    token = token or parse_qs(parts.query).get("token", [""])[-1]
    headers = {}
    if parts.username:
        pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
        headers["Authorization"] = f"Basic {b64encode(pair).decode()}"
    elif token:
        headers["Authorization"] = f"Bearer {token}"
    path = parts.path.removesuffix("index.html").rstrip("/")
    return ServerAddress(
        scheme,
        parts.hostname,
        _PORTS[scheme] if port is None else port,
        path,
        headers,
        token if parts.username else "",
    )
