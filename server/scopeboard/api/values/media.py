"""`/api/images` and `/api/audio`: the pictures and sounds of runs, read when they are looked at."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from scopeboard.api.http.conditional import JsonStep, answer_unless_held, json_step, tagged_answer
from scopeboard.api.http.paging import MAX_RUNS, Page, Place, SamplesQuery, page_of
from scopeboard.api.http.schema import Answer, JsonFloat, error_responses
from scopeboard.api.http.series_body import digest_of
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.decode.logged_value import ReadValue
from scopeboard.events.values.summary import Clip, read_audio
from scopeboard.media.encoded import encoded_samples, sample_type
from scopeboard.media.picture import picture_facts
from scopeboard.media.picture_damage import picture_damage
from scopeboard.media.sound import SoundFacts, sound_facts
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues, read_value
from scopeboard.types import TagKey

MediaKind = Literal["images", "audio"]

Asked = Annotated[SamplesQuery, Query()]
Sample = TypeVar("Sample")
Say = Callable[[SamplesQuery, Page], Answer]


class MediaValue(Answer):
    """What a run logged at a step. `message` says why there is nothing to show.

    A step may have several values: this is the `nth` of `values`. `samples` is how many it has, of
    which those are described that were asked for.
    """

    run: str = Field(description="The id of the run.")
    step: JsonStep
    wall_time: JsonFloat = Field(description="In seconds since the epoch.")
    nth: int
    values: int
    samples: int
    message: str | None


class Picture(Answer):
    """An encoded picture: its size in pixels and bytes; no type where browsers show none of it.

    `damage` says what is wrong with its bytes, of which browsers draw what there is.
    """

    media_type: str | None
    width: int
    height: int
    is_animated: bool
    bytes: int
    damage: str | None


class ImagesValue(MediaValue):
    """The pictures of a run at a step."""

    pictures: list[Picture]


class ImagesAnswer(Answer):
    """The pictures of a tag, by run and then by step; `more` counts the values left out."""

    tag: str
    more: int
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
    """The sounds of a tag, by run and then by step; `more` counts the values left out."""

    tag: str
    more: int
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
    def get_images(request: Request, asked: Asked) -> Response:
        """Return what a tag's pictures are at steps that are named, else at the last of each run.

        `/api/steps?kind=images` lists all steps.
        """
        return media.answer(request, TagKey("images", asked.tag), asked, _images)

    @router.get("/api/audio", response_model=AudioAnswer, responses=errors)
    def get_audio(request: Request, asked: Asked) -> Response:
        """Return what a tag's sounds are at steps that are named, else at the last of each run."""
        return media.answer(request, TagKey("audio", asked.tag), asked, _audio)

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

    def answer(self, request: Request, key: TagKey, asked: SamplesQuery, say: Say) -> Response:
        """Return metadata of the requested values."""
        found = self._logged.find(key, asked.run)[:MAX_RUNS]
        if not found:
            raise NotFoundError(f"No run has {key.kind} {key.tag!r}.")
        make = partial(_body, found, asked, say)
        return answer_unless_held(request, digest_of((key, asked), found), "application/json", make)

    def sample(self, request: Request, kind: MediaKind, which: Which) -> Response:
        """Return the bytes of one sample."""
        series = self._logged.get(TagKey(kind, which.tag), which.run)
        at = series.at_step(which.step)
        if which.nth >= len(at):
            raise NotFoundError(f"This run has no {kind} {which.tag!r} at step {which.step}.")
        samples = read_value(series, at[which.nth], encoded_samples(series))
        if which.sample >= len(samples):
            raise NotFoundError(f"There are {len(samples)} samples at step {which.step}.")
        data = samples[which.sample]
        media_type = sample_type(kind, data)
        return tagged_answer(request, data, _digest(series, at[which.nth], which), media_type)


def _digest(series: BlobSeries, at: int, which: Which) -> str:
    """Return an entity tag that stays while the series grows."""
    place = [column[at].item() for column in series.columns]
    return digest_of((which, place, series.identities[int(series.file[at])]), [])


def _body(found: list[BlobSeries], asked: SamplesQuery, say: Say) -> bytes:
    return say(asked, page_of(found, asked)).model_dump_json().encode()


def _images(asked: SamplesQuery, page: Page) -> ImagesAnswer:
    values = []
    for place in page.places:
        samples, message = _read(place, encoded_samples(place.series))
        pictures = [_picture(data) for data in _asked_of(samples, asked)]
        values.append(ImagesValue(**_head(place, len(samples), message), pictures=pictures))
    return ImagesAnswer(tag=asked.tag, values=values, more=page.more)


def _audio(asked: SamplesQuery, page: Page) -> AudioAnswer:
    values = []
    for place in page.places:
        clips, message = _read(place, partial(read_audio, metadata=place.series.metadata))
        sounds = [_sound(clip) for clip in _asked_of(clips, asked)]
        values.append(AudioValue(**_head(place, len(clips), message), sounds=sounds))
    return AudioAnswer(tag=asked.tag, values=values, more=page.more)


def _asked_of(samples: list[Sample], asked: SamplesQuery) -> list[Sample]:
    return samples[asked.sample : asked.sample + asked.samples]


def _read(place: Place, read: ReadValue[list[Sample]]) -> tuple[list[Sample], str | None]:
    try:
        samples = read_value(place.series, place.at, read)
    except (NotFoundError, DamagedDataError) as error:
        return [], str(error)
    return samples, None if samples else "Nothing was logged at this step."


def _head(place: Place, samples: int, message: str | None) -> dict[str, Any]:
    series, at, nth, values = place
    return {
        "run": series.run,
        "step": json_step(int(series.step[at])),
        "wall_time": float(series.wall_time[at]),
        "nth": nth,
        "values": values,
        "samples": samples,
        "message": message,
    }


def _picture(data: bytes) -> Picture:
    facts = picture_facts(data)
    if facts is None:
        return Picture(
            media_type=None, width=0, height=0, is_animated=False, bytes=len(data), damage=None
        )
    damage = picture_damage(data, facts.media_type)
    return Picture(**facts._asdict(), bytes=len(data), damage=damage)


def _sound(clip: Clip) -> Sound:
    facts = sound_facts(clip.encoded) or SoundFacts(None, None, None, None)
    return Sound(**facts._asdict(), bytes=len(clip.encoded), label=clip.label)
