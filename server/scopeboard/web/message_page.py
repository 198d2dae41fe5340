"""A small page with a message, for browsers, which would show JSON to a person otherwise."""

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response

_STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 36em; margin: 15vh auto 0; padding: 0 1em; }
h1 { font-size: 1.4em; }
code { overflow-wrap: anywhere; }
input, button { font: inherit; padding: .3em .6em; }
"""
STYLE_SOURCE: Final = f"'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'"
"""The source of the style of these pages in a content security policy."""

_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>{title} · Scopeboard</title>
<style>{style}</style>
</head>
<body>
<h1>{title}</h1>
<p>{message}</p>
{more}
</body>
</html>
"""


def is_navigation(headers: Headers) -> bool:
    """Return whether a browser requests a document, as opposed to a script or a program.

    Browsers send `Sec-Fetch-Mode` only to loopback and https addresses.
    """
    mode = headers.get("sec-fetch-mode")
    return mode == "navigate" if mode else "text/html" in headers.get("accept", "")


def message_page(
    status: int, title: str, message: str, more: str = "", headers: Mapping[str, str] | None = None
) -> Response:
    """Return a page with a sentence; `title` and `message` are text, `more` is HTML."""
    html = _PAGE.format(title=escape(title), message=escape(message), more=more, style=_STYLE)
    return HTMLResponse(html, status, {"Cache-Control": "no-store", **(headers or {})})
