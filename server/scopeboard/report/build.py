"""A report from requests: the data of a view, up to a size, in a document with the page."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from time import time
from typing import Any

from scopeboard.report.client import AppClient
from scopeboard.report.document import report_document
from scopeboard.report.full_series import record_points
from scopeboard.report.graphs import GraphRecorder
from scopeboard.report.lists import record_lists
from scopeboard.report.media import record_embeddings, record_media
from scopeboard.report.omissions import Omission, omissions
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
from scopeboard.state.view import View


def report_of(
    client: AppClient, view: View, size: int, start: Mapping[str, Any], static: Path
) -> tuple[bytes, list[Omission]]:
    """Return the document of a view, and the list of data that it does not include.

    Args:
        client: sends requests.
        view: the view.
        size: the maximum size of the data in bytes, besides the page.
        start: the data that the page has at its start, besides that of the report.
        static: the folder of the built page.

    Raises:
        SettingsError: the page was not built, or the application refuses a request.
    """
    entries, notes = _record(client, view, size)
    report = {
        "made_at": time(),
        "view": view.search,
        "left_out": [asdict(note) for note in notes],
    }
    return report_document({**start, "report": report}, entries, static), notes


def _record(client: AppClient, view: View, size: int) -> tuple[list[Entry], list[Omission]]:
    """Return the responses for a report, and the list of data without a response.

    The values of the view's tab come first, in case the size limit is reached.
    """
    responses = RecordedResponses(size)
    recorder = Recorder(client, responses)
    lists = record_lists(recorder, view)
    graphs = GraphRecorder(recorder, view)
    graphs.record_first_scenes()
    record_steps(recorder, lists)
    tabs = [
        ("scalars", record_scalars),
        ("text", record_texts),
        ("curves", record_curves),
        ("overview", record_overview),
        ("distributions", record_histograms),
        ("media", record_media),
    ]
    for _, record in sorted(tabs, key=lambda tab: tab[0] != view.value("tab")):
        record(recorder, lists, view)
    record_embeddings(recorder)
    graphs.record_deeper()
    record_other_axes(recorder, lists, view)
    bucketed = record_points(recorder, lists, view)
    return responses.entries, omissions(responses, lists, bucketed, graphs.measured_steps, size)
