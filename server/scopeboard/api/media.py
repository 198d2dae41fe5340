"""`/api/images` and `/api/audio`: the pictures and sounds of runs, read when they are looked at."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Final, Literal, TypeVar

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from scopeboard.api.answer import (
    Answer,
    JsonFloat,
    JsonStep,
    answer_unless_held,
    error_responses,
    json_step,
    tagged_answer,
)
from scopeboard.api.series_columns import digest_of
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.logged_value import ReadValue
from scopeboard.events.summary import Clip, read_audio, read_images
from scopeboard.media.picture import picture_facts
from scopeboard.media.sound import SoundFacts, sound_facts
from scopeboard.store.logged_values import BlobSeries, LoggedValues, read_value
from scopeboard.store.store import Store
from scopeboard.types import TagKey

MAX_STEPS: Final = 50
MAX_RUNS: Final = 50
MAX_SAMPLES: Final = 200

MediaKind = Literal["images", "audio"]
UNKNOWN_TYPE: Final = "application/octet-stream"

Runs = Annotated[list[str] | None, Query(max_length=MAX_RUNS)]
Steps = Annotated[list[int] | None, Query(max_length=MAX_STEPS)]
Sample = TypeVar("Sample")


class MediaValue(Answer):
    """What a run logged at a step. `message` says why there is nothing to show.

    A step may have several values: `nth` counts them. `samples` is how many the value has, of which
    the first ones are described.
    """

    model_config = ConfigDict(use_attribute_docstrings=True)

    run: str
    """The id of the run."""
    step: JsonStep
    wall_time: JsonFloat
    """In seconds since the epoch."""
    nth: int
    samples: int
    message: str | None


class Picture(Answer):
    """An encoded picture: its size in pixels and bytes; no type where browsers show none of it."""

    media_type: str | None
    width: int
    height: int
    is_animated: bool
    bytes: int


class ImagesValue(MediaValue):
    """The pictures of a run at a step."""

    pictures: list[Picture]


class ImagesAnswer(Answer):
    """The pictures of a tag, by run and then by step."""

    tag: str
    values: list[ImagesValue]


class Sound(Answer):
    """An encoded sound: rate in Hz, length in seconds, where it says so; `label` is its author's.

    It has no type where browsers play none of it.
    """

    media_type: str | None
    sample_rate: int | None
    channels: int | None
    seconds: float | None
    bytes: int
    label: str


class AudioValue(MediaValue):
    """The sounds of a run at a step."""

    sounds: list[Sound]


class AudioAnswer(Answer):
    """The sounds of a tag, by run and then by step."""

    tag: str
    values: list[AudioValue]


class Which(BaseModel):
    """One sample: of the values at a step the `nth`, and its place in that."""

    tag: str
    run: str
    step: int
    nth: int = Field(0, ge=0)
    sample: int = Field(0, ge=0)


def media_router(store: Store) -> APIRouter:
    """Return the routes of both resources."""
    router = APIRouter()
    media = _Media(LoggedValues(store))
    errors = error_responses(404, 422)

    @router.get("/api/images", response_model=ImagesAnswer, responses=errors)
    def get_images(request: Request, tag: str, run: Runs = None, step: Steps = None) -> Response:
        """Return what a tag's pictures are at steps that are named, else at the last of each run.

        `/api/steps?kind=images` lists all steps.
        """
        return media.answer(request, TagKey("images", tag), run, step, _images)

    @router.get("/api/audio", response_model=AudioAnswer, responses=errors)
    def get_audio(request: Request, tag: str, run: Runs = None, step: Steps = None) -> Response:
        """Return what a tag's sounds are at steps that are named, else at the last of each run."""
        return media.answer(request, TagKey("audio", tag), run, step, _audio)

    @router.get("/api/images/sample", response_class=Response, responses=errors)
    def get_picture(request: Request, which: Annotated[Which, Query()]) -> Response:
        """Return one picture as it was logged, of the type that its bytes have."""
        return media.sample(request, "images", which)

    @router.get("/api/audio/sample", response_class=Response, responses=errors)
    def get_sound(request: Request, which: Annotated[Which, Query()]) -> Response:
        """Return one sound as it was logged, of the type that its bytes have."""
        return media.sample(request, "audio", which)

    return router


class _Media:
    """What both resources do alike."""

    def __init__(self, logged: LoggedValues) -> None:
        self._logged = logged

    def answer(
        self,
        request: Request,
        key: TagKey,
        runs: list[str] | None,
        steps: list[int] | None,
        say: Callable[[str, Iterator[tuple[BlobSeries, int]]], Answer],
    ) -> Response:
        """Return what is said of a tag's values at some steps, or at the last of each run."""
        found = self._logged.find(key, runs)[:MAX_RUNS]
        if not found:
            raise NotFoundError(f"No run has {key.kind} {key.tag!r}.")

        def make() -> bytes:
            places = ((series, at) for series in found for at in _positions(series, steps))
            return say(key.tag, places).model_dump_json().encode()

        return answer_unless_held(request, digest_of((key, steps), found), "application/json", make)

    def sample(self, request: Request, kind: MediaKind, which: Which) -> Response:
        """Return the bytes of one sample."""
        series = self._logged.get(TagKey(kind, which.tag), which.run)
        at = series.at_step(which.step)
        if which.nth >= len(at):
            raise NotFoundError(f"This run has no {kind} {which.tag!r} at step {which.step}.")
        samples = read_value(series, at[which.nth], _encoded(series))
        if which.sample >= len(samples):
            raise NotFoundError(f"There are {len(samples)} samples at step {which.step}.")
        data = samples[which.sample]
        facts = picture_facts(data) if kind == "images" else sound_facts(data)
        media_type = (facts.media_type if facts else None) or UNKNOWN_TYPE
        return tagged_answer(request, data, _digest(series, at[which.nth], which), media_type)


def _digest(series: BlobSeries, at: int, which: Which) -> str:
    """Return an entity tag that stays while the series grows."""
    place = [column[at].item() for column in series.columns]
    return digest_of((which, place, series.identities[int(series.file[at])]), [])


def _positions(series: BlobSeries, steps: list[int] | None) -> Iterator[int]:
    if steps is None:
        yield from series.at_step(int(series.step[-1])) if len(series) else []
    else:
        for step in sorted(set(steps)):
            yield from series.at_step(step)


def _encoded(series: BlobSeries) -> ReadValue[list[bytes]]:
    if series.key.kind == "images":
        return lambda value: read_images(value).samples
    return lambda value: [clip.encoded for clip in read_audio(value, series.metadata)]


def _images(tag: str, places: Iterator[tuple[BlobSeries, int]]) -> ImagesAnswer:
    values = []
    for series, at in places:
        samples, message = _read(series, at, _encoded(series))
        pictures = [_picture(data) for data in samples[:MAX_SAMPLES]]
        head = _head(series, at, len(samples), message)
        values.append(ImagesValue(**head, pictures=pictures))
    return ImagesAnswer(tag=tag, values=values)


def _audio(tag: str, places: Iterator[tuple[BlobSeries, int]]) -> AudioAnswer:
    values = []
    for series, at in places:
        metadata = series.metadata
        clips, message = _read(series, at, lambda value, said=metadata: read_audio(value, said))  # type: ignore[misc]
        sounds = [_sound(clip) for clip in clips[:MAX_SAMPLES]]
        values.append(AudioValue(**_head(series, at, len(clips), message), sounds=sounds))
    return AudioAnswer(tag=tag, values=values)


def _read(
    series: BlobSeries, at: int, read: ReadValue[list[Sample]]
) -> tuple[list[Sample], str | None]:
    try:
        samples = read_value(series, at, read)
    except (NotFoundError, DamagedDataError) as error:
        return [], str(error)
    return samples, None if samples else "Nothing was logged at this step."


def _head(series: BlobSeries, at: int, samples: int, message: str | None) -> dict[str, Any]:
    step = int(series.step[at])
    return {
        "run": series.run,
        "step": json_step(step),
        "wall_time": float(series.wall_time[at]),
        "nth": at - series.at_step(step).start,
        "samples": samples,
        "message": message,
    }


def _picture(data: bytes) -> Picture:
    facts = picture_facts(data)
    if facts is None:
        return Picture(media_type=None, width=0, height=0, is_animated=False, bytes=len(data))
    return Picture(**facts._asdict(), bytes=len(data))


def _sound(clip: Clip) -> Sound:
    facts = sound_facts(clip.encoded) or SoundFacts(None, None, None, None)
    return Sound(**facts._asdict(), bytes=len(clip.encoded), label=clip.label)
