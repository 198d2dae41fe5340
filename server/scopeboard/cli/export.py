"""`dashboard export`: read a log to its end, request the data of a view, write one file.

The file is a report, or the graph of the view for other programs.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from scopeboard import __version__
from scopeboard.cli.export_settings import HTML, ReportSettings, parse_export
from scopeboard.cli.terminal import TerminalReporter
from scopeboard.config.logdir_spec import make_links
from scopeboard.errors import SettingsError
from scopeboard.number_text import plain_size
from scopeboard.report.build import report_of
from scopeboard.report.client import AppClient
from scopeboard.report.graph_file import graph_file
from scopeboard.report.omissions import Omission, shortened
from scopeboard.serving.reading import follow, open_store_of
from scopeboard.state.view import find_view
from scopeboard.system.console import say
from scopeboard.system.file_names import display_name
from scopeboard.system.files import replace
from scopeboard.web.app import create_unguarded_app
from scopeboard.web.page import STATIC
from scopeboard.web.server import find_state, title_of
from scopeboard.web.settings import AppSettings

_USAGE_ERROR: Final = 2
_NAMES_IN_TERMINAL: Final = 5


def export(argv: Sequence[str], static: Path = STATIC) -> int:
    """Write a report with the page built into `static`, or a graph; return the exit status."""
    try:
        report = parse_export(argv)
        for sentence in report.settings.remarks:
            say(sentence)
        if report.settings.log_directory is not None:
            make_links(report.settings.log_directory, report.settings.links)
        document, notes = _make_file(report, static)
        _write(report.output, document)
        if report.form == HTML:
            say("Not in this report:")
        for note in notes:
            say(f"- {shortened(note, _NAMES_IN_TERMINAL)}")
    except SettingsError as error:
        say(f"dashboard export: {error}")
        return _USAGE_ERROR
    return 0


def _make_file(report: ReportSettings, static: Path) -> tuple[bytes, list[Omission]]:
    """Return the file, and the list of data that a report does not include."""
    settings = report.settings
    state = find_state(settings)
    view = find_view(report.view, state)
    view.smoothing = str(settings.preferences.get("smoothing", view.smoothing))
    store = open_store_of(settings)
    ingest = follow(settings, store, TerminalReporter(store))
    try:
        if ingest is not None:
            ingest.has_read.wait()
        app = AppSettings(
            log_directory=display_name(title_of(settings)),
            reload_interval=0,
            state=state,
            graphs=settings.graphs,
            preferences=settings.preferences,
        )
        client = AppClient(create_unguarded_app(store, app))
        try:
            if report.form != HTML:
                return graph_file(client, view, report.form, report.scope), []
            start = {
                "version": __version__,
                "window_title": f"{app.log_directory or 'Scopeboard'} · Scopeboard report",
                "log_directory": app.log_directory,
                "preferences": app.preferences,
            }
            return report_of(client, view, report.size, start, static)
        finally:
            client.close()
    finally:
        if ingest is not None:
            ingest.stop()


def _write(output: Path | None, document: bytes) -> None:
    """Write the file at once or not at all.

    Raises:
        SettingsError: it cannot be written.
    """
    if output is None:
        sys.stdout.buffer.write(document)
        return
    partial_file = output.with_name(f"{output.name}.{os.getpid()}")
    try:
        partial_file.write_bytes(document)
        replace(partial_file, output)
    except OSError as error:
        with suppress(OSError):
            partial_file.unlink()
        raise SettingsError(f"{output} cannot be written: {error.strerror}.") from error
    say(f"{output}: {plain_size(len(document))}")
