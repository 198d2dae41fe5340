"""`/plugin/images` and `/plugin/audio`: samples of each step, read per request."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scopeboard.compat.http.answer import in_blocks, json_answer, parameter, streamed_array
from scopeboard.compat.http.log_reader import LogReader
from scopeboard.compat.http.samples import MediaKind, last_samples, sample_response, stored_samples
from scopeboard.errors import QueryError
from scopeboard.store.values.blob_series import BlobSeries

_UNKNOWN_AUDIO: Final = "application/octet-stream"
_AUDIO_TYPES: Final = frozenset(
    {_UNKNOWN_AUDIO, "audio/wav", "audio/mpeg", "audio/ogg", "audio/flac"}
)
"""Values of `content_type` in a request; the response has the type of its bytes."""


def media_routes(logs: LogReader) -> list[Route]:
    """Return the routes of these plugins."""

    def tags(kind: MediaKind, _: Request) -> Response:
        infos = logs.tags(kind)
        for run, of_run in infos.items():
            for tag, info in of_run.items():
                count = last_samples(logs.logged(kind, run, tag))
                of_run[tag] = {**info, "samples": count}
        return json_answer(infos)

    def samples(kind: MediaKind, request: Request) -> Response:
        sample = request.query_params.get("sample", "0")
        if not sample.isascii() or not sample.isdigit() or len(sample) > 9:
            raise QueryError(f"Invalid sample index {sample!r}.")
        series = logs.logged(kind, parameter(request, "run"), parameter(request, "tag"))
        limit = logs.sampling.limit(request, kind)
        return streamed_array(in_blocks(_samples(series, int(sample), limit)))

    def individual_image(request: Request) -> Response:
        return sample_response(logs, parameter(request, "blob_key"))

    def individual_audio(request: Request) -> Response:
        content_type = request.query_params.get("content_type", _UNKNOWN_AUDIO)
        if content_type not in _AUDIO_TYPES:
            raise QueryError(f"Illegal mime type {content_type!r}")
        return sample_response(logs, parameter(request, "blob_key"))

    return [
        Route("/plugin/images/tags", partial(tags, "images")),
        Route("/plugin/images/images", partial(samples, "images")),
        Route("/plugin/images/individualImage", individual_image),
        Route("/plugin/audio/tags", partial(tags, "audio")),
        Route("/plugin/audio/audio", partial(samples, "audio")),
        Route("/plugin/audio/individualAudio", individual_audio),
    ]


def _samples(series: BlobSeries, sample: int, limit: int) -> Iterator[dict[str, Any]]:
    """Yield the entry of a sample for each step that has it.

    Audio has an empty label, as in TensorBoard, whose page would insert a label as HTML.
    """
    for wall_time, step, key, clip in stored_samples(series, sample, limit):
        query = {"blob_key": key}
        entry = {"wall_time": wall_time, "step": step}
        if series.key.kind == "audio":
            is_known = clip.content_type in _AUDIO_TYPES
            content_type = clip.content_type if is_known else _UNKNOWN_AUDIO
            query["content_type"] = content_type
            entry |= {"label": "", "contentType": content_type}
        yield entry | {"query": urlencode(query)}
