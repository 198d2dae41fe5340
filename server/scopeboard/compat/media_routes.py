"""`/plugin/images` and `/plugin/audio`: every sample of every step, read when it is asked for."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import urlencode

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scopeboard.compat.answer import in_blocks, in_words, json_answer, parameter, streamed_array
from scopeboard.compat.logs import Logs
from scopeboard.errors import DamagedDataError, NotFoundError, QueryError
from scopeboard.events.logged_value import ReadValue
from scopeboard.events.summary import Clip, read_audio, read_images
from scopeboard.media.picture import picture_facts
from scopeboard.media.sound import sound_facts
from scopeboard.store.logged_values import BlobSeries, Failure, read_value, read_values
from scopeboard.types import RunId

MediaKind = Literal["images", "audio"]
_UNKNOWN_TYPE: Final = "application/octet-stream"


class _Blob(NamedTuple):
    """What a key stands for: of the `nth` value at a step, one sample."""

    kind: str
    run: RunId
    tag: str
    step: int
    nth: int
    sample: int


def media_routes(logs: Logs) -> list[Route]:
    """Return the routes of these plugins."""

    def tags(request: Request) -> Response:
        return json_answer(_tags(logs, _kind_of(request)))

    def samples(request: Request) -> Response:
        kind, sample = _kind_of(request), _whole(request.query_params.get("sample", "0"))
        series = logs.logged(kind, parameter(request, "run"), parameter(request, "tag"))
        return streamed_array(in_blocks(_samples(series, sample)))

    def individual(request: Request) -> Response:
        blob = _blob_of(parameter(request, "blob_key"))
        return _bytes(logs, blob)

    return [
        Route("/plugin/images/tags", tags),
        Route("/plugin/images/images", samples),
        Route("/plugin/images/individualImage", individual),
        Route("/plugin/audio/tags", tags),
        Route("/plugin/audio/audio", samples),
        Route("/plugin/audio/individualAudio", individual),
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
            tags[tag] = {**said, "samples": _last_samples(logs.logged(kind, run, tag))}
    return found


def _last_samples(series: BlobSeries) -> int:
    try:
        return len(read_value(series, len(series) - 1, _clips_of(series))) if len(series) else 0
    except (NotFoundError, DamagedDataError):
        return 0


def _clips_of(series: BlobSeries) -> ReadValue[list[Clip]]:
    """Return what reads the samples of a value; pictures have no label."""
    if series.key.kind == "images":
        return lambda value: [Clip(data, "", "") for data in read_images(value).samples]
    return lambda value: read_audio(value, series.metadata)


def _samples(series: BlobSeries, sample: int) -> Iterator[dict[str, Any]]:
    """Yield where a sample of each step is, of the steps that have so many."""
    values = read_values(series, range(len(series)), _clips_of(series))
    times, steps = in_words(series.wall_time), series.step.tolist()
    for at, (wall_time, step, clips) in enumerate(zip(times, steps, values, strict=True)):
        if isinstance(clips, Failure) or len(clips) <= sample:
            continue
        nth = at - series.at_step(step).start
        blob = _Blob(series.key.kind, series.run, series.key.tag, step, nth, sample)
        query = {"blob_key": _key(blob)}
        entry = {"wall_time": wall_time, "step": step}
        if series.key.kind == "audio":
            query["content_type"] = clips[sample].content_type
            entry |= {"label": clips[sample].label, "contentType": clips[sample].content_type}
        yield entry | {"query": urlencode(query)}


def _key(blob: _Blob) -> str:
    return urlsafe_b64encode(orjson.dumps(list(blob))).rstrip(b"=").decode()


def _blob_of(key: str) -> _Blob:
    """Return what a key stands for.

    Raises:
        QueryError: the key is none of this server's.
    """
    try:
        parts = orjson.loads(urlsafe_b64decode(key.encode() + b"=" * (-len(key) % 4)))
        kind, run, tag, *places = parts
        step, nth, sample = places
    except (ValueError, TypeError) as error:
        raise QueryError("The blob_key is none of this server's.") from error
    is_whole = all(isinstance(place, int) for place in places) and min(nth, sample) >= 0
    if kind not in ("images", "audio") or not isinstance(run, str) or not isinstance(tag, str):
        is_whole = False
    if not is_whole:
        raise QueryError("The blob_key is none of this server's.")
    return _Blob(kind, RunId(run), tag, step, nth, sample)


def _bytes(logs: Logs, blob: _Blob) -> Response:
    """Return a sample as it was logged, of the type that its bytes have.

    Raises:
        NotFoundError: it is not there.
    """
    kind: MediaKind = "images" if blob.kind == "images" else "audio"
    series = logs.logged_by_id(kind, blob.run, blob.tag)
    at = series.at_step(blob.step)
    clips = read_value(series, at[blob.nth], _clips_of(series)) if blob.nth < len(at) else []
    if blob.sample >= len(clips):
        raise NotFoundError("There is no such sample.")
    data = clips[blob.sample].encoded
    facts = picture_facts(data) if kind == "images" else sound_facts(data)
    return Response(data, media_type=(facts.media_type if facts else None) or _UNKNOWN_TYPE)
