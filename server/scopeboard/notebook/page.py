"""The page of a cell: one document, without the data of its start, packed for the way."""

import gzip
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from scopeboard.errors import SettingsError
from scopeboard.report.document import report_document
from scopeboard.web.page import STATIC

_START: Final = {"window_title": "Scopeboard"}
"""The widget puts the data of the start in its place."""
_NOT_BUILT: Final = (
    "The widget is not built. Run scripts/run once, or install a release of Scopeboard."
)


@cache
def packed_page(static: Path = STATIC) -> bytes:
    """Return the document, compressed with gzip.

    Raises:
        SettingsError: the page was not built.
    """
    return gzip.compress(report_document(_START, None, static), 9, mtime=0)


@cache
def page_version(static: Path = STATIC) -> str:
    """Return a text that is another for each version of the page.

    Raises:
        SettingsError: the page was not built.
    """
    return sha256(packed_page(static)).hexdigest()[:16]


@cache
def widget_module(static: Path = STATIC) -> str:
    """Return the module that anywidget loads.

    Raises:
        SettingsError: it was not built.
    """
    try:
        return (static / "widget" / "widget.js").read_text("utf-8")
    except OSError as error:
        raise SettingsError(_NOT_BUILT) from error
