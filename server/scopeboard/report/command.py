"""`dashboard export`: reads a log to its end, asks what a view shows of it, writes one file."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Any, Final

from scopeboard import __version__
from scopeboard.api_app import create_api
from scopeboard.app_settings import AppSettings
from scopeboard.errors import SettingsError
from scopeboard.ingest.follow import Follower
from scopeboard.logdir_spec import make_links
from scopeboard.page import STATIC
from scopeboard.report.document import report_document
from scopeboard.report.graphs import GraphRecorder
from scopeboard.report.held import Entry, HeldAnswers
from scopeboard.report.left_out import left_out
from scopeboard.report.lists import record_lists
from scopeboard.report.question import Asker
from scopeboard.report.recorder import Recorder
from scopeboard.report.report_settings import ReportSettings, parse_export
from scopeboard.report.values import (
    record_curves,
    record_histograms,
    record_media,
    record_other_axes,
    record_overview,
    record_scalars,
    record_texts,
)
from scopeboard.report.view import View, find_view
from scopeboard.serve import follow, open_store_of
from scopeboard.store.names import shown
from scopeboard.store.store import Store
from scopeboard.system.files import replace
from scopeboard.terminal import TerminalReporter, plain_size, say
from scopeboard.web import find_state, title_of

_USAGE_ERROR: Final = 2


def export(argv: Sequence[str], static: Path = STATIC) -> int:
    """Write a report with the page built into `static`; return the exit status."""
    try:
        wanted = parse_export(argv)
        for sentence in wanted.settings.remarks:
            say(sentence)
        if wanted.settings.log_directory is not None:
            make_links(wanted.settings.log_directory, wanted.settings.links)
        _write(wanted, _made(wanted, static))
    except SettingsError as error:
        say(f"dashboard export: {error}")
        return _USAGE_ERROR
    return 0


def _made(wanted: ReportSettings, static: Path) -> bytes:
    state = find_state(wanted.settings)
    view = find_view(wanted.view, state)
    view.smoothing = str(wanted.settings.preferences.get("smoothing", view.smoothing))
    store = open_store_of(wanted.settings)
    follower = _read_all(wanted, store)
    try:
        app = AppSettings(
            log_directory=shown(title_of(wanted.settings)),
            reload_interval=0,
            state=state,
            graphs=wanted.settings.graphs,
            preferences=wanted.settings.preferences,
        )
        return report_document(*_contents(store, app, view, wanted.size), static)
    finally:
        if follower is not None:
            follower.stop()


def _read_all(wanted: ReportSettings, store: Store) -> Follower | None:
    """Read everything there is now."""
    follower = follow(wanted.settings, store, TerminalReporter(store))
    if follower is not None:
        follower.has_read.wait()
    return follower


def _contents(
    store: Store, app: AppSettings, view: View, size: int
) -> tuple[dict[str, Any], list[Entry]]:
    """Return what the page knows from the start, and the answers to what it asks."""
    asker = Asker(create_api(store, app))
    try:
        entries, notes = _recorded(asker, view, size)
    finally:
        asker.close()
    boot = {
        "version": __version__,
        "window_title": f"{app.log_directory or 'Scopeboard'} · Scopeboard report",
        "log_directory": app.log_directory,
        "preferences": app.preferences,
        "report": {"made_at": time(), "view": view.search, "left_out": notes},
    }
    return boot, entries


def _recorded(asker: Asker, view: View, size: int) -> tuple[list[Entry], list[str]]:
    """Return the answers that a report holds, and in sentences what it does not."""
    held = HeldAnswers(size)
    recorder = Recorder(asker, held)
    lists = record_lists(recorder, view)
    graphs = GraphRecorder(recorder, view)
    graphs.record_first_scenes()
    record_scalars(recorder, lists, view)
    record_texts(recorder, lists, view)
    record_curves(recorder, lists, view)
    record_overview(recorder, lists, view)
    record_histograms(recorder, lists, view)
    record_media(recorder, lists, view)
    graphs.record_deeper()
    record_other_axes(recorder, lists, view)
    return held.entries, left_out(held, lists, graphs.measured_steps, size)


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
