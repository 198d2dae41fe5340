"""A view as HTML that stays in the notebook: the report of the view, readable without a kernel.

The report is compressed and unpacks itself in a frame with an origin of its own. Styles hide it
while the widget is live, and the place of the widget while no kernel is there; both are outputs of
one cell, and JupyterLab shows the place of a widget that is gone as “Loading widget…”.
"""

import gzip
from base64 import b64encode
from datetime import datetime
from html import escape
from typing import Final

MAX_BYTES: Final = 2_000_000
"""Of the HTML; notebooks are read and compared whole."""

_UNPACK: Final = (
    "<!doctype html><meta charset=utf-8><script>(async()=>{{"
    'const packed=Uint8Array.from(atob("{packed}"),each=>each.charCodeAt(0));'
    'const stream=new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));'
    "const text=await new Response(stream).text();"
    "document.open();document.write(text);document.close()}})()</script>"
)
_STYLE: Final = (
    ".jp-OutputArea-child:has([data-scopeboard-report])"
    ":has(+ .jp-OutputArea-child .scopeboard-live){display:none}"
    ".jp-OutputArea-child:has([data-scopeboard-report])"
    " + .jp-OutputArea-child:not(:has(.scopeboard-live)){display:none}"
)
_SANDBOX: Final = "allow-scripts allow-downloads allow-popups allow-modals"


def saved_view(name: str, report: bytes, height: int, title: str, made_at: datetime) -> str:
    """Return the HTML of a report.

    Args:
        name: of the widget that takes its place while a kernel is there.
        report: the document.
        height: of the frame, in pixels.
        title: the name of the log.
        made_at: when the report was made.
    """
    packed = b64encode(gzip.compress(report, 9, mtime=0)).decode()
    source = escape(_UNPACK.format(packed=packed))
    caption = escape(f"{title}, as it was on {made_at:%Y-%m-%d at %H:%M}.")
    return (
        f'<div data-scopeboard-report="{name}"><style>{_STYLE}</style>'
        f'<iframe sandbox="{_SANDBOX}" title="Scopeboard" srcdoc="{source}" '
        f'style="width:100%;height:{height}px;border:0"></iframe>'
        f'<p style="margin:4px 0;font:12px system-ui,sans-serif;opacity:.7">{caption} '
        "Run the cell again for the page with a kernel.</p></div>"
    )


def without_view(name: str, sentence: str) -> str:
    """Return the HTML of a view that is not saved, with the reason."""
    return f'<p data-scopeboard-report="{name}">{escape(sentence)}</p>'
