"""Samples of pictures and sounds: which there are, under which keys, and their bytes.

A key is opaque to clients, as TensorBoard's are: it names a run, a tag, a step and what stands
there, so that it stays valid over restarts of the server.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple

import msgspec
from starlette.responses import Response

from scopeboard.compat.http.answer import with_nonfinite_as_text
from scopeboard.compat.http.downsampling import chosen
from scopeboard.compat.http.log_reader import Logs
from scopeboard.errors import DamagedDataError, NotFoundError, QueryError
from scopeboard.events.decode.logged_value import ReadValue
from scopeboard.events.values.summary import Clip, read_audio, read_images
from scopeboard.json_values import decode
from scopeboard.media.picture import picture_facts
from scopeboard.media.sound import sound_facts
from scopeboard.store.values.blob_series import BlobSeries, Failure, read_value, read_values
from scopeboard.types import RunId

MediaKind = Literal["images", "audio"]
_UNKNOWN_TYPE: Final = "application/octet-stream"
_NOT_OURS: Final = "The key is none of this server's."


class _Blob(NamedTuple):
    """What a key stands for: of the `nth` value at a step, one sample."""

    kind: str
    run: RunId
    tag: str
    step: int
    nth: int
    sample: int


class PlacedSample(NamedTuple):
    """A sample of a step, and the key to its bytes; wall time as JSON has it."""

    wall_time: Any
    step: int
    key: str
    clip: Clip


def last_samples(series: BlobSeries) -> int:
    """Return how many samples the last step has, 0 where it cannot be read."""
    try:
        return len(read_value(series, len(series) - 1, _clips_of(series))) if len(series) else 0
    except (NotFoundError, DamagedDataError):
        return 0


def placed_samples(series: BlobSeries, sample: int, limit: int) -> Iterator[PlacedSample]:
    """Yield a sample of each step that is answered (see `chosen`), of those that have so many."""
    which = chosen(len(series), limit)
    places = range(len(series)) if which is None else which.tolist()
    values = read_values(series, places, _clips_of(series))
    times, steps = with_nonfinite_as_text(series.wall_time[places]), series.step[places].tolist()
    for at, wall_time, step, clips in zip(places, times, steps, values, strict=True):
        if isinstance(clips, Failure) or not 0 <= sample < len(clips):
            continue
        nth = at - series.at_step(step).start
        blob = _Blob(series.key.kind, series.run, series.key.tag, step, nth, sample)
        yield PlacedSample(wall_time, step, _key(blob), clips[sample])


def sample_answer(logs: Logs, key: str) -> Response:
    """Return a sample as it was logged, of the type that its bytes have.

    Raises:
        NotFoundError: it is not there.
        QueryError: the key is none of this server's.
    """
    blob = _blob_of(key)
    kind: MediaKind = "images" if blob.kind == "images" else "audio"
    series = logs.logged_by_id(kind, blob.run, blob.tag)
    at = series.at_step(blob.step)
    clips = read_value(series, at[blob.nth], _clips_of(series)) if blob.nth < len(at) else []
    if blob.sample >= len(clips):
        raise NotFoundError("There is no such sample.")
    data = clips[blob.sample].encoded
    facts = picture_facts(data) if kind == "images" else sound_facts(data)
    return Response(data, media_type=(facts.media_type if facts else None) or _UNKNOWN_TYPE)


def _clips_of(series: BlobSeries) -> ReadValue[list[Clip]]:
    """Return what reads the samples of a value; pictures have no label."""
    if series.key.kind == "images":
        return lambda value: [Clip(data, "", "") for data in read_images(value).samples]
    return lambda value: read_audio(value, series.metadata)


def _key(blob: _Blob) -> str:
    return urlsafe_b64encode(msgspec.json.encode(list(blob))).rstrip(b"=").decode()


def _blob_of(key: str) -> _Blob:
    """Return what a key stands for.

    Raises:
        QueryError: the key is none of this server's.
    """
    try:
        parts = decode(urlsafe_b64decode(key.encode() + b"=" * (-len(key) % 4)))
        kind, run, tag, *places = parts
        step, nth, sample = places
    except (ValueError, TypeError) as error:
        raise QueryError(_NOT_OURS) from error
    is_whole = all(isinstance(place, int) for place in places) and min(nth, sample) >= 0
    if kind not in ("images", "audio") or not isinstance(run, str) or not isinstance(tag, str):
        is_whole = False
    if not is_whole:
        raise QueryError(_NOT_OURS)
    return _Blob(kind, RunId(run), tag, step, nth, sample)
