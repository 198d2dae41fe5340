"""`/plugin/images` and `/plugin/audio`: every sample of every step, read when it is asked for."""

from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scopeboard.compat.http.answer import in_blocks, json_answer, parameter, streamed_array
from scopeboard.compat.http.log_reader import Logs
from scopeboard.compat.http.samples import MediaKind, last_samples, placed_samples, sample_answer
from scopeboard.errors import QueryError
from scopeboard.store.values.blob_series import BlobSeries

_UNNAMED_SOUND: Final = "application/octet-stream"
_SOUNDS: Final = frozenset({_UNNAMED_SOUND, "audio/wav", "audio/mpeg", "audio/ogg", "audio/flac"})
"""Types of sounds that may be asked for; the answer has the type of its bytes."""


def media_routes(logs: Logs) -> list[Route]:
    """Return the routes of these plugins."""

    def tags(request: Request) -> Response:
        return json_answer(_tags(logs, _kind_of(request)))

    def samples(request: Request) -> Response:
        kind, sample = _kind_of(request), _whole(request.query_params.get("sample", "0"))
        series = logs.logged(kind, parameter(request, "run"), parameter(request, "tag"))
        limit = logs.sampling.limit(request, kind)
        return streamed_array(in_blocks(_samples(series, sample, limit)))

    def individual_image(request: Request) -> Response:
        return sample_answer(logs, parameter(request, "blob_key"))

    def individual_audio(request: Request) -> Response:
        named = request.query_params.get("content_type", _UNNAMED_SOUND)
        if named not in _SOUNDS:
            raise QueryError(f"Illegal mime type {named!r}")
        return sample_answer(logs, parameter(request, "blob_key"))

    return [
        Route("/plugin/images/tags", tags),
        Route("/plugin/images/images", samples),
        Route("/plugin/images/individualImage", individual_image),
        Route("/plugin/audio/tags", tags),
        Route("/plugin/audio/audio", samples),
        Route("/plugin/audio/individualAudio", individual_audio),
    ]


def _kind_of(request: Request) -> MediaKind:
    return "images" if "/plugin/images/" in request.url.path else "audio"


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise QueryError(f"{text!r} is no number of a sample.")
    return int(text)


def _tags(logs: Logs, kind: MediaKind) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the tags by run; `samples` is how many the last step has, which is read for it."""
    found = logs.tags(kind)
    for run, tags in found.items():
        for tag, said in tags.items():
            tags[tag] = {**said, "samples": last_samples(logs.logged(kind, run, tag))}
    return found


def _samples(series: BlobSeries, sample: int, limit: int) -> Iterator[dict[str, Any]]:
    """Yield where a sample of each step is, of the steps that have so many.

    Sounds have no label, as in TensorBoard, whose page would take it for HTML.
    """
    for wall_time, step, key, clip in placed_samples(series, sample, limit):
        query = {"blob_key": key}
        entry = {"wall_time": wall_time, "step": step}
        if series.key.kind == "audio":
            content_type = clip.content_type if clip.content_type in _SOUNDS else _UNNAMED_SOUND
            query["content_type"] = content_type
            entry |= {"label": "", "contentType": content_type}
        yield entry | {"query": urlencode(query)}
