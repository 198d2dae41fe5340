"""`/api/images` and `/api/audio`: the images and sounds of runs, read on request."""

import builtins
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from scopeboard.api.http.conditional import JsonStep, answer_unless_held, json_step
from scopeboard.api.http.paging import MAX_RUNS, Page, SamplesQuery, page_of
from scopeboard.api.http.ranged import bytes_reader, ranged_answer
from scopeboard.api.http.schema import Answer, JsonFloat, error_responses
from scopeboard.api.http.series_body import digest_of
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.decode.logged_value import ReadValue
from scopeboard.events.values.summary import Clip, read_audio
from scopeboard.media.audio_header import AudioHeader, read_audio_header
from scopeboard.media.image_damage import image_damage
from scopeboard.media.samples import encoded_samples, read_picture_header, sample_type
from scopeboard.media.video_header import VideoHeader
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues, read_value
from scopeboard.types import TagKey

MediaKind = Literal["images", "audio"]
Sample = TypeVar("Sample")


class MediaValue(Answer):
    """A value of a run at a step. `message` is a sentence on why there is nothing to show.

    A step may have several values: this is the `nth` of `values`. `samples` is the number of all
    its samples; only the requested ones are described.
    """

    run: str = Field(description="The id of the run.")
    step: JsonStep
    wall_time: JsonFloat = Field(description="In seconds since the epoch.")
    nth: int
    values: int
    samples: int
    message: str | None


class Picture(Answer):
    """An encoded image or video: its size in pixels and bytes.

    It has no media type if browsers cannot show it. `seconds` is the duration that a video states.
    `damage` is a sentence on damaged bytes; browsers draw the intact part.
    """

    media_type: str | None
    width: int
    height: int
    is_animated: bool
    seconds: float | None
    bytes: int
    damage: str | None

    @classmethod
    def of(cls, data: builtins.bytes) -> "Picture":
        """Return the answer for an encoded image or video."""
        header = read_picture_header(data)
        media_type, width, height = header[:3] if header else (None, 0, 0)
        seconds = damage = None
        is_animated = False
        if isinstance(header, VideoHeader):
            is_animated, seconds = True, header.seconds
            damage = "The video is truncated." if header.is_truncated else None
        elif header is not None:
            is_animated = header.is_animated
            damage = image_damage(data, header.media_type)
        return cls(
            media_type=media_type,
            width=width,
            height=height,
            is_animated=is_animated,
            seconds=seconds,
            bytes=len(data),
            damage=damage,
        )


class ImagesValue(MediaValue):
    """The images of a run at a step."""

    pictures: list[Picture]


class ImagesAnswer(Answer):
    """The images of a tag, by run and then by step; `more` counts the values left out."""

    tag: str
    more: int
    values: list[ImagesValue]


class Sound(Answer):
    """An encoded sound: rate in Hz and length in seconds if known; `label` is the author's.

    It has no media type if browsers cannot play it.
    """

    media_type: str | None
    sample_rate: int | None
    channels: int | None
    seconds: float | None
    bytes: int
    label: str

    @classmethod
    def of(cls, clip: Clip) -> "Sound":
        """Return the answer for a clip."""
        facts = read_audio_header(clip.encoded) or AudioHeader(None, None, None, None)
        return cls(**facts._asdict(), bytes=len(clip.encoded), label=clip.label)


class AudioValue(MediaValue):
    """The sounds of a run at a step."""

    sounds: list[Sound]


class AudioAnswer(Answer):
    """The sounds of a tag, by run and then by step; `more` counts the values left out."""

    tag: str
    more: int
    values: list[AudioValue]


class SampleQuery(BaseModel):
    """One sample: of the `nth` value at a step, the `sample`th."""

    tag: str
    run: str
    step: int
    nth: int = Field(0, ge=0)
    sample: int = Field(0, ge=0)


def media_router(store: Store) -> APIRouter:
    """Return the routes of both resources."""
    router = APIRouter()
    media = _MediaResponses(LoggedValues(store))
    errors = error_responses(404, 422)

    @router.get("/api/images", response_model=ImagesAnswer, responses=errors)
    def get_images(request: Request, query: Annotated[SamplesQuery, Query()]) -> Response:
        """Describe a tag's images at the given steps, by default at the last step of each run.

        `/api/steps?kind=images` lists all steps.
        """
        return media.describe(request, TagKey("images", query.tag), query, _images)

    @router.get("/api/audio", response_model=AudioAnswer, responses=errors)
    def get_audio(request: Request, query: Annotated[SamplesQuery, Query()]) -> Response:
        """Describe a tag's sounds at the given steps, by default at the last step of each run."""
        return media.describe(request, TagKey("audio", query.tag), query, _audio)

    @router.get("/api/images/sample", response_class=Response, responses=errors)
    def get_picture(request: Request, query: Annotated[SampleQuery, Query()]) -> Response:
        """Return one image as logged, with the media type of its bytes."""
        return media.sample(request, "images", query)

    @router.get("/api/audio/sample", response_class=Response, responses=errors)
    def get_sound(request: Request, query: Annotated[SampleQuery, Query()]) -> Response:
        """Return one sound as logged, with the media type of its bytes."""
        return media.sample(request, "audio", query)

    return router


class _MediaResponses:
    """The responses of both resources."""

    def __init__(self, logged: LoggedValues) -> None:
        self._logged = logged

    def describe(
        self,
        request: Request,
        key: TagKey,
        query: SamplesQuery,
        make: Callable[[Page, SamplesQuery], Answer],
    ) -> Response:
        """Return metadata of the requested values."""
        series = self._logged.find(key, query.run)[:MAX_RUNS]
        if not series:
            raise NotFoundError(f"No run has {key.kind} {key.tag!r}.")

        def body() -> bytes:
            return make(page_of(series, query), query).model_dump_json().encode()

        etag = digest_of((key, query), series)
        return answer_unless_held(request, etag, "application/json", body)

    def sample(self, request: Request, kind: MediaKind, query: SampleQuery) -> Response:
        """Return the bytes of one sample."""
        series = self._logged.get(TagKey(kind, query.tag), query.run)
        at_step = series.at_step(query.step)
        if query.nth >= len(at_step):
            raise NotFoundError(f"This run has no {kind} {query.tag!r} at step {query.step}.")
        index = at_step[query.nth]
        samples = read_value(series, index, encoded_samples(series))
        if query.sample >= len(samples):
            raise NotFoundError(f"There are {len(samples)} samples at step {query.step}.")
        data = samples[query.sample]
        # Not the digest of the series: this sample does not change while it grows.
        value = [column[index].item() for column in series.columns]
        etag = digest_of((query, value, series.identities[int(series.file[index])]), [])
        read = bytes_reader(data)
        return ranged_answer(request, len(data), read, etag, sample_type(kind, data))


def _images(page: Page, query: SamplesQuery) -> ImagesAnswer:
    values = [
        ImagesValue(**fields, pictures=[Picture.of(data) for data in samples])
        for fields, samples in _read(page, query, encoded_samples)
    ]
    return ImagesAnswer(tag=query.tag, values=values, more=page.more)


def _audio(page: Page, query: SamplesQuery) -> AudioAnswer:
    values = [
        AudioValue(**fields, sounds=[Sound.of(clip) for clip in clips])
        for fields, clips in _read(
            page, query, lambda series: partial(read_audio, metadata=series.metadata)
        )
    ]
    return AudioAnswer(tag=query.tag, values=values, more=page.more)


def _read(
    page: Page, query: SamplesQuery, reader_of: Callable[[BlobSeries], ReadValue[list[Sample]]]
) -> Iterator[tuple[dict[str, Any], list[Sample]]]:
    """Yield the fields of a `MediaValue` and the requested samples of each value of a page."""
    for series, position, nth, values in page.values:
        try:
            samples = read_value(series, position, reader_of(series))
            message = None if samples else "Nothing was logged at this step."
        except (NotFoundError, DamagedDataError) as error:
            samples, message = [], str(error)
        fields = {
            "run": series.run,
            "step": json_step(int(series.step[position])),
            "wall_time": float(series.wall_time[position]),
            "nth": nth,
            "values": values,
            "samples": len(samples),
            "message": message,
        }
        yield fields, samples[query.sample : query.sample + query.samples]
