"""A report of what differs between two graphs: both as one drawing, and the list of changes."""

from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

from scopeboard import __version__
from scopeboard.errors import DamagedDataError
from scopeboard.files.location import Place
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.report.build import report_of
from scopeboard.report.client import AppClient
from scopeboard.report.omissions import Omission
from scopeboard.state.view import View
from scopeboard.store.progress import NO_PROGRESS, SearchedDirectory
from scopeboard.store.store import Store
from scopeboard.web.app import create_unguarded_app
from scopeboard.web.settings import AppSettings


def difference_report(
    before: Place, after: Place, size: int, static: Path
) -> tuple[bytes, list[Omission]]:
    """Return the document of a comparison, and the list of data that it does not include.

    Args:
        before: the file of the first graph; of several in it the first.
        after: that of the second graph.
        size: the maximum size of the data in bytes, besides the page.
        static: the folder of the built page.

    Raises:
        DamagedDataError: a file holds no graph.
        SettingsError: the page was not built.
    """
    ids = []
    for place in (before, after):
        entries = LoggedGraphs(Store(), [place]).entries()
        if not entries:
            raise DamagedDataError(f"{place} holds no graph.")
        ids.append(entries[0].id)
    keys = {"tab": "graph", "graph": ids[1], "against": ids[0], "against_list": "scope"}
    title = f"{before.name} → {after.name}"
    start = {
        "version": __version__,
        "window_title": f"{title} · Scopeboard report",
        "log_directory": title,
        "preferences": {},
    }
    settings = AppSettings(log_directory=title, reload_interval=0, graphs=(before, after))
    store = Store()
    store.searched = [SearchedDirectory("", exists=True, entries=2)]
    store.progress = replace(NO_PROGRESS, state="ready")
    client = AppClient(create_unguarded_app(store, settings))
    try:
        return report_of(client, View(urlencode(keys)), size, start, static)
    finally:
        client.close()
