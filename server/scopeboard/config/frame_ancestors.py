"""Pages that may show this server's pages in a frame: the values of CSP's `frame-ancestors`."""

import re
from argparse import ArgumentTypeError
from typing import Final
from urllib.parse import urlsplit

_VS_CODE: Final = ("vscode-webview:", "vscode-file:")
"""A webview of VS Code and the window around it: browsers check every ancestor of a frame."""

LOOPBACK_ANCESTORS: Final = (
    "http://localhost:*",
    "https://localhost:*",
    "http://127.0.0.1:*",
    "https://127.0.0.1:*",
    *_VS_CODE,
)
"""Pages on this machine. CSP has no notation for IPv6 addresses, so `[::1]` cannot be listed."""

_HOST: Final = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*", re.IGNORECASE)
_FORM: Final = "write SCHEME://HOST or SCHEME://HOST:PORT, such as https://notebooks.example.org"


def frame_ancestor(text: str) -> tuple[str, ...]:
    """Return the `frame-ancestors` sources of one origin; `vscode-webview:` stands for VS Code.

    Raises:
        ArgumentTypeError: the text is not one whole origin.
    """
    if text.lower() in _VS_CODE:
        return _VS_CODE
    if "*" in text:
        raise ArgumentTypeError(
            f"{text!r} would let any page show this server in a frame and lure viewers into "
            "clicks; list each allowed origin"
        )
    if not text.isascii() or any(character.isspace() or character in ";,'\"" for character in text):
        raise ArgumentTypeError(f"{text!r} is not an origin; {_FORM}")
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is not an origin ({error}); {_FORM}") from error
    if parts.scheme not in {"http", "https"} or parts.username is not None:
        raise ArgumentTypeError(f"{text!r} is not an origin; {_FORM}")
    if parts.path not in {"", "/"} or parts.query or parts.fragment or "?" in text or "#" in text:
        raise ArgumentTypeError(f"{text!r} is more than an origin; {_FORM}")
    if ":" in host:
        raise ArgumentTypeError(
            f"{text!r}: browsers cannot match an IPv6 address here; use a host name"
        )
    if not _HOST.fullmatch(host) or port == 0 or parts.netloc.endswith(":"):
        raise ArgumentTypeError(f"{text!r} is not an origin; {_FORM}")
    return (f"{parts.scheme}://{host}" + (f":{port}" if port else ""),)
