"""`/api/scalars`: time series of one tag, as points or as buckets, in JSON or in binary."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from scopeboard import __version__
from scopeboard.api.answer import Answer, JsonFloat, error_responses
from scopeboard.api.body import Body, JsonStep, accepts, answer_unless_held
from scopeboard.api.columns import BINARY
from scopeboard.api.large_answers import LargeAnswers
from scopeboard.api.recent import RecentBodies
from scopeboard.api.selection import Answered
from scopeboard.errors import NotFoundError
from scopeboard.store.axis import Axis, Range
from scopeboard.store.find_scalars import Finder, Found
from scopeboard.store.pyramid import Pyramids
from scopeboard.store.query import Plan, Question
from scopeboard.store.raw_points import Order
from scopeboard.store.read_blocks import DamagedBlockError, Read
from scopeboard.store.spare_memory import return_spare_memory
from scopeboard.store.store import Store

MAX_BUCKETS: Final = 100_000
_ROWS_AT_ONCE: Final = 400_000  # about 20 MB of JSON; longer answers are sent while they are made

Form = Literal["json", "binary"]
MEDIA_TYPES: Final[dict[Form, str]] = {"json": "application/json", "binary": BINARY}


class SeriesAnswer(Answer):
    """What both forms of a series say: counts of the points in the range, as logged."""

    run: str = Field(description="The id of the run.")
    total: int = Field(
        description="How many points the range holds; what is hidden or undated is not among them."
    )
    nan: int = Field(description="How many of these are not a number.")
    inf: int = Field(description="How many of these are infinite.")
    hidden: int = Field(
        description="How many more there are in the range that a later session of the run "
        "superseded.\n\nThey are left out unless `superseded` asks for them."
    )
    undated: int = Field(
        description="How many more the whole series has, in the range or not, whose wall time is "
        "no date.\n\nThey have no place on an axis of time; on that of steps, none is left out."
    )
    restarts: list[float] = Field(
        description="Where on the axis a later session of the run took over, in the range or not."
        "\n\nThey are positions to draw at: a step beyond 2^53 is rounded."
    )


class RawSeries(SeriesAnswer):
    """Every point in the range, in the order of the axis. Wall times in seconds.

    `x` is there on the relative axis: seconds since the series' first point.
    """

    raw: Literal[True]
    x: list[JsonFloat] | None
    step: list[JsonStep]
    wall_time: list[JsonFloat]
    value: list[JsonFloat]


class BucketedSeries(SeriesAnswer):
    """Non-empty buckets on the grid that all series of the answer share; `x` is the centre.

    `min`, `max` and `mean` are over finite values; `first` and `last` are values as logged.
    `nans` and `infs` count the values in each bucket that are not finite, `negative_infs` those
    of the infinite ones that are below all numbers; they are there when the range has any such.
    """

    raw: Literal[False]
    x: list[JsonFloat]
    min: list[JsonFloat]
    max: list[JsonFloat]
    mean: list[JsonFloat]
    first: list[JsonFloat]
    last: list[JsonFloat]
    count: list[int]
    nans: list[int] | None
    infs: list[int] | None
    negative_infs: list[int] | None


class ScalarsAnswer(Answer):
    """The time series of a tag; `x` is the axis that the range and the buckets are on."""

    tag: str
    x: Axis
    series: list[RawSeries | BucketedSeries]


def scalars_router(store: Store) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    newest = _Newest(store)

    @router.get(
        "/api/scalars",
        response_model=ScalarsAnswer,
        responses={200: {"content": {BINARY: {}}}, **error_responses(404, 422)},
    )
    def get_scalars(
        request: Request,
        tag: str,
        run: Annotated[list[str] | None, Query()] = None,
        x: Axis = "step",
        from_: Annotated[int | float | None, Query(alias="from")] = None,
        to: int | float | None = None,
        points: Annotated[int, Query(ge=0, le=MAX_BUCKETS)] = 1000,
        order: Order = "sorted",
        superseded: bool = False,
    ) -> Response:
        """Return a tag's series: points where they fit into `points`, else that many buckets.

        `points=0` returns every point. Without `run`, all runs that have the tag are returned.
        `order=logged` returns points as they were written instead of by position. With
        `superseded`, points that a later session of the run has superseded are returned too.
        """
        if run:
            store.ask(newest.finder().known(run))
        form: Form = "binary" if accepts(request, BINARY) else "json"
        question = Question(x, Range(from_, to), points, order)
        asked = _Asked(tag, run, question, form, superseded=superseded)
        return _answer(request, newest, asked)

    return router


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request in our own words; `runs` are ids, None for all."""

    tag: str
    runs: list[str] | None
    question: Question
    form: Form
    superseded: bool


class _Newest:
    """The store, what finds series in its newest generation, and what was worked out of them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.pyramids = Pyramids()
        self.bodies = RecentBodies()
        self.large = LargeAnswers(self._give_back)
        self._finder: Finder | None = None  # a snapshot from the start would keep files for good

    def noted(self, body: bytes) -> bytes:
        """Return a body that was made."""
        self.large.note(len(body))
        return body

    def passing(self, parts: Iterator[bytes]) -> Iterator[bytes]:
        """Return the parts of a large body; what they took is given back when all are made."""
        for part in parts:
            yield self.noted(part)

    def _give_back(self) -> None:
        self.bodies.let_go()
        return_spare_memory()

    def finder(self) -> Finder:
        """Return what finds series now."""
        snapshot = self.store.snapshot()
        finder = self._finder
        if finder is None or finder.snapshot is not snapshot:
            finder = self._finder = Finder(snapshot)
        return finder


def _answer(request: Request, newest: _Newest, asked: _Asked) -> Response:
    """Return what was asked for; files whose blocks turn out damaged are left out and read again.

    Raises:
        NotFoundError: no run has the tag. A run that is gone is no error: others are shown.
    """
    while True:
        finder = newest.finder()
        found = finder.find(asked.tag, asked.runs, superseded=asked.superseded)
        if found is None:
            raise NotFoundError(f"No run has scalars {asked.tag!r}.")
        etag = _entity_tag(found, asked)
        make = partial(_body, found, finder.snapshot.read, asked, newest)
        try:
            return answer_unless_held(
                request,
                etag,
                MEDIA_TYPES[asked.form],
                partial(newest.bodies.get, etag, make),
            )
        except DamagedBlockError as error:
            newest.store.read_again(error.files)


def _body(found: Found, read: Read, asked: _Asked, newest: _Newest) -> Body:
    """Return the answer; a damaged block shows before any of it is handed on."""
    plan = Plan(found.part, asked.question, read, newest.pyramids)
    is_large = int(plan.rows.sum()) > _ROWS_AT_ONCE
    portions = [*plan.portions()] if is_large else plan.portions()
    answered = Answered(asked.tag, asked.question.axis, found.runs, portions)
    if asked.form == "binary":
        return newest.noted(answered.as_binary())
    if is_large:
        return newest.passing(answered.as_json())
    return [*map(newest.noted, answered.as_json())]


def _entity_tag(found: Found, asked: _Asked) -> str:
    """Return a digest of the question and of the blocks that answer it.

    It stays the same while other series change, and over a restart of the server: what counts
    of a block is what it holds, not where that is kept. Another version may answer otherwise.
    """
    blocks = found.part.blocks.copy()
    for name in ("file", "key", "segment", "place"):
        blocks[name] = 0
    words = repr((__version__, asked)).encode("utf-8", "surrogatepass")
    digest = blake2b(words, digest_size=12)
    digest.update("".join(found.runs).encode())
    digest.update(found.part.series.tobytes())
    digest.update(blocks.tobytes())
    digest.update(found.part.superseded_from.tobytes())
    return digest.hexdigest()
