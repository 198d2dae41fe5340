"""`/plugin/text`: texts of each step as HTML without scripts and external resources."""

from contextlib import suppress
from html import escape
from typing import Any

from numpy.typing import NDArray
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scopeboard.compat.http.answer import (
    in_blocks,
    json_answer,
    parameter,
    streamed_array,
)
from scopeboard.compat.http.downsampling import sampled_series
from scopeboard.compat.http.log_reader import LogReader, read_steps
from scopeboard.errors import NotFoundError
from scopeboard.events.values.summary import read_text
from scopeboard.text.cells import text_cells
from scopeboard.text.markdown import CostlyTextError, rendered


def text_routes(logs: LogReader) -> list[Route]:
    """Return the routes of this plugin."""

    def tags(_: Request) -> Response:
        return json_answer({run: list(tags) for run, tags in logs.tags("text").items()})

    def text(request: Request) -> Response:
        run, tag = parameter(request, "run"), parameter(request, "tag")
        try:
            limit = logs.sampling.limit(request, "text")
            series = sampled_series(logs.logged("text", run, tag), limit)
        except NotFoundError:
            return json_answer([])  # as in TensorBoard; its other plugins answer 404
        is_markdown = request.query_params.get("markdown") != "false"
        return streamed_array(
            in_blocks(
                {
                    "wall_time": wall_time,
                    "step": step,
                    "text": _html(texts, is_markdown=is_markdown),
                }
                for wall_time, step, texts in read_steps(series, read_text)
            )
        )

    return [Route("/plugin/text/tags", tags), Route("/plugin/text/text", text)]


def _html(texts: NDArray[Any], *, is_markdown: bool) -> str:
    """Return one text, or a table of them as TensorBoard writes it."""
    cells = text_cells(texts)

    def cell_html(text: str) -> str:
        if is_markdown:
            with suppress(CostlyTextError):
                return rendered(text).rstrip("\n")
        return escape(text, quote=False)

    rows = [[cell_html(text) for text in row] for row in cells.rows]
    if not cells.shape:
        return rows[0][0]
    lines = ("".join(f"<td>{cell}</td>\n" for cell in row) for row in rows)
    body = "".join(f"<tr>\n{line}</tr>\n" for line in lines)
    return f"<table>\n<tbody>\n{body}</tbody>\n</table>"
