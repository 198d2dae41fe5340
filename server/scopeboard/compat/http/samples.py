"""Samples of images and audio: their keys and their bytes.

A key is opaque to clients, as TensorBoard's blob keys are. It encodes run, tag, step, value and
sample, so that it stays valid over restarts of the server.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple

import msgspec
from starlette.responses import Response

from scopeboard.compat.http.answer import with_nonfinite_as_text
from scopeboard.compat.http.downsampling import sampled_rows
from scopeboard.compat.http.log_reader import LogReader
from scopeboard.errors import DamagedDataError, NotFoundError, QueryError
from scopeboard.events.values.summary import Clip
from scopeboard.json_values import decode
from scopeboard.media.samples import sample_clips, sample_type
from scopeboard.store.values.blob_series import BlobSeries, Failure, read_value, read_values
from scopeboard.types import RunId

MediaKind = Literal["images", "audio"]
_INVALID_KEY: Final = "Invalid blob key."


class _SampleKey(NamedTuple):
    """The address of a sample: of the `nth` value at a step."""

    kind: str
    run: RunId
    tag: str
    step: int
    nth: int
    sample: int

    def encode(self) -> str:
        """Return the key as text that needs no escapes in URLs."""
        return urlsafe_b64encode(msgspec.json.encode(list(self))).rstrip(b"=").decode()

    @classmethod
    def decode(cls, text: str) -> "_SampleKey":
        """Return the key of a text.

        Raises:
            QueryError: the text is invalid.
        """
        try:
            fields = decode(urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4)))
            kind, run, tag, *numbers = fields
            step, nth, sample = numbers
        except (ValueError, TypeError) as error:
            raise QueryError(_INVALID_KEY) from error
        has_numbers = all(isinstance(number, int) for number in numbers) and min(nth, sample) >= 0
        has_texts = isinstance(run, str) and isinstance(tag, str)
        if kind not in ("images", "audio") or not has_texts or not has_numbers:
            raise QueryError(_INVALID_KEY)
        return cls(kind, RunId(run), tag, step, nth, sample)


class StoredSample(NamedTuple):
    """A sample of a step, and the key of its bytes; the wall time as in JSON."""

    wall_time: Any
    step: int
    key: str
    clip: Clip


def last_samples(series: BlobSeries) -> int:
    """Return the number of samples of the last step, 0 if it cannot be read."""
    try:
        return len(read_value(series, len(series) - 1, sample_clips(series))) if len(series) else 0
    except (NotFoundError, DamagedDataError):
        return 0


def stored_samples(series: BlobSeries, sample: int, limit: int) -> Iterator[StoredSample]:
    """Yield the sample of each sampled step that has it; steps that cannot be read are skipped."""
    sampled = sampled_rows(len(series), limit)
    rows = range(len(series)) if sampled is None else sampled.tolist()
    values = read_values(series, rows, sample_clips(series))
    times = with_nonfinite_as_text(series.wall_time[rows])
    steps = series.step[rows].tolist()
    for row, wall_time, step, clips in zip(rows, times, steps, values, strict=True):
        if isinstance(clips, Failure) or not 0 <= sample < len(clips):
            continue
        nth = row - series.at_step(step).start
        key = _SampleKey(series.key.kind, series.run, series.key.tag, step, nth, sample)
        yield StoredSample(wall_time, step, key.encode(), clips[sample])


def sample_response(logs: LogReader, key: str) -> Response:
    """Return the logged bytes of a sample, with the media type that the bytes have.

    Raises:
        NotFoundError: there is no such sample.
        QueryError: the key is invalid.
    """
    address = _SampleKey.decode(key)
    kind: MediaKind = "images" if address.kind == "images" else "audio"
    series = logs.logged_by_id(kind, address.run, address.tag)
    rows = series.at_step(address.step)
    has_value = address.nth < len(rows)
    clips = read_value(series, rows[address.nth], sample_clips(series)) if has_value else []
    if address.sample >= len(clips):
        raise NotFoundError("No such sample.")
    data = clips[address.sample].encoded
    return Response(data, media_type=sample_type(kind, data))
