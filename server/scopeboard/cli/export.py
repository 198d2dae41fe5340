"""`dashboard export`: reads a log to its end, asks what a view shows of it, writes one file."""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from time import time
from typing import Any, Final

from scopeboard import __version__
from scopeboard.cli.compose import follow, open_store_of
from scopeboard.cli.export_settings import ReportSettings, parse_export
from scopeboard.cli.terminal import TerminalReporter
from scopeboard.config.logdir_spec import make_links
from scopeboard.errors import SettingsError
from scopeboard.ingest.thread import IngestThread
from scopeboard.number_text import plain_size
from scopeboard.report.client import AppClient
from scopeboard.report.document import report_document
from scopeboard.report.full_series import record_points
from scopeboard.report.graphs import GraphRecorder
from scopeboard.report.lists import Lists, record_lists
from scopeboard.report.media import record_embeddings, record_media
from scopeboard.report.omissions import Omission, omissions, shortened
from scopeboard.report.recorder import Recorder
from scopeboard.report.responses import Entry, RecordedResponses
from scopeboard.report.values import (
    record_curves,
    record_histograms,
    record_other_axes,
    record_overview,
    record_scalars,
    record_steps,
    record_texts,
)
from scopeboard.report.view import View, find_view
from scopeboard.store.store import Store
from scopeboard.system.console import say
from scopeboard.system.file_names import display_name
from scopeboard.system.files import replace
from scopeboard.web.app import create_unguarded_app
from scopeboard.web.page import STATIC
from scopeboard.web.server import find_state, title_of
from scopeboard.web.settings import AppSettings

_USAGE_ERROR: Final = 2
_NAMES_IN_TERMINAL: Final = 5

_Record = Callable[[Recorder, Lists, View], None]


def export(argv: Sequence[str], static: Path = STATIC) -> int:
    """Write a report with the page built into `static`; return the exit status."""
    try:
        wanted = parse_export(argv)
        for sentence in wanted.settings.remarks:
            say(sentence)
        if wanted.settings.log_directory is not None:
            make_links(wanted.settings.log_directory, wanted.settings.links)
        document, notes = _made(wanted, static)
        _write(wanted, document)
        say("Not in this report:")
        for note in notes:
            say(f"- {shortened(note, _NAMES_IN_TERMINAL)}")
    except SettingsError as error:
        say(f"dashboard export: {error}")
        return _USAGE_ERROR
    return 0


def _made(wanted: ReportSettings, static: Path) -> tuple[bytes, list[Omission]]:
    """Return the document, and what it does not include."""
    state = find_state(wanted.settings)
    view = find_view(wanted.view, state)
    view.smoothing = str(wanted.settings.preferences.get("smoothing", view.smoothing))
    store = open_store_of(wanted.settings)
    ingest = _read_all(wanted, store)
    try:
        app = AppSettings(
            log_directory=display_name(title_of(wanted.settings)),
            reload_interval=0,
            state=state,
            graphs=wanted.settings.graphs,
            preferences=wanted.settings.preferences,
        )
        boot, entries, notes = _contents(store, app, view, wanted.size)
        return report_document(boot, entries, static), notes
    finally:
        if ingest is not None:
            ingest.stop()


def _read_all(wanted: ReportSettings, store: Store) -> IngestThread | None:
    """Read everything there is now."""
    ingest = follow(wanted.settings, store, TerminalReporter(store))
    if ingest is not None:
        ingest.has_read.wait()
    return ingest


def _contents(
    store: Store, app: AppSettings, view: View, size: int
) -> tuple[dict[str, Any], list[Entry], list[Omission]]:
    """Return what the page knows from the start, the answers to what it asks, and what lacks."""
    client = AppClient(create_unguarded_app(store, app))
    try:
        entries, notes = _recorded(client, view, size)
    finally:
        client.close()
    boot = {
        "version": __version__,
        "window_title": f"{app.log_directory or 'Scopeboard'} · Scopeboard report",
        "log_directory": app.log_directory,
        "preferences": app.preferences,
        "report": {
            "made_at": time(),
            "view": view.search,
            "left_out": [asdict(note) for note in notes],
        },
    }
    return boot, entries, notes


def _recorded(client: AppClient, view: View, size: int) -> tuple[list[Entry], list[Omission]]:
    """Return the answers that a report holds, and what it does not."""
    responses = RecordedResponses(size)
    recorder = Recorder(client, responses)
    lists = record_lists(recorder, view)
    graphs = GraphRecorder(recorder, view)
    graphs.record_first_scenes()
    record_steps(recorder, lists)
    for record in _in_order_of_interest(view):
        record(recorder, lists, view)
    record_embeddings(recorder)
    graphs.record_deeper()
    record_other_axes(recorder, lists, view)
    bucketed = record_points(recorder, lists, view)
    return responses.entries, omissions(responses, lists, bucketed, graphs.measured_steps, size)


def _in_order_of_interest(view: View) -> list[_Record]:
    """Return what records each kind of value, that of the view's tab first."""
    usual = [
        ("scalars", record_scalars),
        ("text", record_texts),
        ("curves", record_curves),
        ("overview", record_overview),
        ("distributions", record_histograms),
        ("media", record_media),
    ]
    return [record for tab, record in sorted(usual, key=lambda each: each[0] != view.value("tab"))]


def _write(wanted: ReportSettings, document: bytes) -> None:
    """Write the file at once or not at all.

    Raises:
        SettingsError: it cannot be written.
    """
    if wanted.output is None:
        sys.stdout.buffer.write(document)
        return
    try:
        _write_file(wanted.output, document)
    except OSError as error:
        raise SettingsError(f"{wanted.output} cannot be written: {error.strerror}.") from error
    say(f"{wanted.output}: {plain_size(len(document))}")


def _write_file(path: Path, document: bytes) -> None:
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        fresh.write_bytes(document)
        replace(fresh, path)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise
