"""`/plugin/custom_scalars`: the chart layouts of runs, and the scalars that match a pattern."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scopeboard.compat.http.answer import encode_object, json_answer, streamed_json
from scopeboard.compat.http.downsampling import sampled_points
from scopeboard.compat.http.log_reader import LogReader
from scopeboard.compat.series.scalar_routes import Row, scalar_rows, scalars_answer
from scopeboard.errors import DamagedDataError, NotFoundError, QueryError
from scopeboard.events.values.chart_layout import read_layout
from scopeboard.store.values.blob_series import read_value
from scopeboard.types import run_id_of

_TAG: Final = "custom_scalars__config__"


def layout_routes(logs: LogReader) -> list[Route]:
    """Return the routes of this plugin."""

    def layout(_: Request) -> Response:
        merged = _merged_layouts(logs)
        return json_answer({"version": 0, "category": merged} if merged is not None else {})

    def scalars(request: Request) -> Response:
        from scopeboard.patterns import compile_pattern  # noqa: PLC0415 - few logs have layouts

        run, pattern = (request.query_params.get(name, "") for name in ("run", "tag"))
        try:
            compile_pattern(pattern)  # a pattern such as "a)|(b" would be valid in the group below
            matches = compile_pattern(f"^(?:{pattern})")
            is_valid = pattern != ""
        except QueryError:
            is_valid = False
        if not is_valid:
            return json_answer({"regex_valid": False, "tag_to_events": {}})
        limit = logs.sampling.limit(request, "custom_scalars")
        series = encode_object(_series(logs, run, matches, limit))
        return streamed_json(chain([b'{"regex_valid":true,"tag_to_events":'], series, [b"}"]))

    def download(request: Request) -> Response:
        return scalars_answer(logs, request, "custom_scalars")

    return [
        Route("/plugin/custom_scalars/layout", layout),
        Route("/plugin/custom_scalars/scalars", scalars),
        Route("/plugin/custom_scalars/download_data", download),
    ]


def _series(
    logs: LogReader, run: str, matches: Callable[[str], object], limit: int
) -> Iterator[tuple[str, Iterable[list[Row]]]]:
    """Yield the points of each tag of a run that matches."""
    run_id = run_id_of(run)
    for tag in logs.store.tags("scalars"):
        if run_id in tag.runs and matches(tag.key.tag):
            with suppress(NotFoundError):
                points = sampled_points(logs.scalars(run, tag.key.tag), limit)
                yield tag.key.tag, scalar_rows(points)


def _merged_layouts(logs: LogReader) -> list[dict[str, Any]] | None:
    """Return the newest layouts of all runs, merged by title; None without a layout.

    Runs come by name; a layout that cannot be read is skipped.
    """
    merged: dict[str, dict[str, Any]] | None = None
    tags = logs.tags("layouts")
    for run in sorted(run for run, of_run in tags.items() if _TAG in of_run):
        with suppress(NotFoundError, DamagedDataError):
            series = logs.logged("layouts", run, _TAG)
            if not len(series):
                continue
            layout = read_value(series, len(series) - 1, read_layout)
            merged = merged or {}
            for category in layout:
                empty = {"title": category.title, "chart": [], "closed": category.closed}
                charts = merged.setdefault(category.title, empty)["chart"]
                added = []
                for plan in category.charts:
                    margins = [
                        {"value": margin.value, "lower": margin.lower, "upper": margin.upper}
                        for margin in plan.margins
                    ]
                    content: dict[str, Any] = {"multiline": {"tag": list(plan.patterns)}}
                    if margins:
                        content = {"margin": {"series": margins}}
                    added.append({"title": plan.title, **content})
                # Equal charts of one layout stay, as in TensorBoard.
                charts += [chart for chart in added if chart not in charts]
    return None if merged is None else list(merged.values())
