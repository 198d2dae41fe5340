"""What `/api/scalars` answers: time series of one tag, as points or as buckets."""

from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Final, Literal

import numpy as np
from starlette.requests import Request
from starlette.responses import Response

from scopeboard import __version__
from scopeboard.api.http.binary_columns import BINARY
from scopeboard.api.http.conditional import Body, accepts, answer_unless_held
from scopeboard.api.http.response_cache import ResponseCache
from scopeboard.api.startup.scalars_body import IN_BUCKETS, SeriesResponse
from scopeboard.errors import NotFoundError
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.query.query import QueryPlan, SeriesQuery
from scopeboard.store.query.range import SeriesSet
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.query.smoothed_series import SmoothedCache
from scopeboard.store.query.summary_pyramid import SummaryPyramids
from scopeboard.store.segments.reader import Read
from scopeboard.store.store import Store

MAX_BUCKETS: Final = 100_000
DEFAULT_BUCKETS: Final = 1000
_NUMBERS_AT_ONCE: Final = 1_200_000  # 20 MB of JSON; longer answers are sent while they are made
_NUMBERS_A_POINT: Final = 3  # step, time and value

Form = Literal["json", "binary"]
MEDIA_TYPES: Final[dict[Form, str]] = {"json": "application/json", "binary": BINARY}


@dataclass(frozen=True, slots=True)
class ScalarsQuery:
    """Which series are asked for; `runs` are ids, None for all that have the tag."""

    tag: str
    runs: list[str] | None
    series_query: SeriesQuery
    superseded: bool


class ScalarSeries:
    """The scalars of a store, with what was worked out of them lately."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pyramids = SummaryPyramids()
        self._smoothed = SmoothedCache()
        self._bodies = ResponseCache()
        self._newest: SeriesIndex | None = (
            None  # a snapshot from the start would keep files for good
        )

    def answer(self, request: Request, query: ScalarsQuery) -> Response:
        """Return what was asked for, in the form that the caller takes.

        Files whose blocks turn out damaged are left out and read again.

        Raises:
            NotFoundError: no run has the tag. A run that is gone is no error: others are shown.
        """
        if query.runs:
            self._store.prioritize(self._finder().known(query.runs))
        form: Form = "binary" if accepts(request, BINARY) else "json"
        while True:
            finder = self._finder()
            found = finder.find(query.tag, query.runs, superseded=query.superseded)
            if found is None:
                raise NotFoundError(f"No run has scalars {query.tag!r}.")
            etag = _entity_tag(found, query, form)
            make = partial(self._body, found, finder.snapshot.read, query, form)
            body = partial(self._bodies.get, etag, make)
            try:
                return answer_unless_held(request, etag, MEDIA_TYPES[form], body)
            except DamagedBlockError as error:
                self._store.invalidate_files(error.files)

    def _body(self, found: SeriesSet, read: Read, query: ScalarsQuery, form: Form) -> Body:
        """Return the answer; a damaged block shows before any of it is handed on."""
        plan = QueryPlan(found, query.series_query, read, self._pyramids, self._smoothed)
        is_large = _numbers(plan, query.series_query) > _NUMBERS_AT_ONCE
        portions = [*plan.portions()] if is_large else plan.portions()
        question = query.series_query
        answered = SeriesResponse(
            query.tag, question.axis, question.smoothing, found.runs, portions
        )
        if form == "binary":
            return answered.as_binary()
        return answered.as_json() if is_large else [*answered.as_json()]

    def _finder(self) -> SeriesIndex:
        """Return what finds series in the newest generation."""
        snapshot = self._store.snapshot()
        finder = self._newest
        if finder is None or finder.snapshot is not snapshot:
            finder = self._newest = SeriesIndex(snapshot)
        return finder


def _numbers(plan: QueryPlan, question: SeriesQuery) -> int:
    """Return about how many numbers an answer holds: a bucket may be empty, or tell of NaN too."""
    points, buckets = plan.tally.total[plan.is_raw], plan.tally.total[~plan.is_raw]
    of_buckets = np.minimum(buckets, question.points).sum()
    return int(_NUMBERS_A_POINT * points.sum() + len(IN_BUCKETS) * of_buckets)


def _entity_tag(found: SeriesSet, query: ScalarsQuery, form: Form) -> str:
    """Return a digest of the question and of the series and blocks that answer it.

    It stays the same while other series change, and over a restart of the server: what counts
    of a block is what it holds, not where that is kept. Another version may answer otherwise.
    """
    blocks = found.blocks.copy()
    for name in ("file", "key", "segment", "place"):
        blocks[name] = 0
    said = (__version__, query.tag, query.series_query, query.superseded, form)
    words = repr(said).encode("utf-8", "surrogatepass")
    digest = blake2b(words, digest_size=12)
    digest.update("".join(found.runs).encode())
    digest.update(found.series.tobytes())
    digest.update(blocks.tobytes())
    digest.update(found.superseded_from.tobytes())
    return digest.hexdigest()
