"""The response of `/api/scalars`: time series of one tag, as points or as buckets."""

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
_NUMBERS_AT_ONCE: Final = 1_200_000  # 20 MB of JSON; longer bodies are sent while they are made
_NUMBERS_A_POINT: Final = 3  # step, time and value

Form = Literal["json", "binary"]
MEDIA_TYPES: Final[dict[Form, str]] = {"json": "application/json", "binary": BINARY}


@dataclass(frozen=True, slots=True)
class ScalarsQuery:
    """A request for the series of a tag; `runs` are ids, None for all runs that have the tag."""

    tag: str
    runs: list[str] | None
    series_query: SeriesQuery
    superseded: bool


class ScalarSeries:
    """The scalars of a store, with caches of pyramids, smoothed series and bodies."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pyramids = SummaryPyramids()
        self._smoothed = SmoothedCache()
        self._bodies = ResponseCache()
        # No index before the first request: its snapshot would hold files for good.
        self._newest: SeriesIndex | None = None

    def answer(self, request: Request, query: ScalarsQuery) -> Response:
        """Return the series of a query, as binary columns if the client accepts them.

        Files with damaged blocks are left out and read again.

        Raises:
            NotFoundError: no run has the tag. Runs that are gone are no error.
        """
        if query.runs:
            self._store.prioritize(self._index().known(query.runs))
        form: Form = "binary" if accepts(request, BINARY) else "json"
        while True:
            index = self._index()
            series = index.find(query.tag, query.runs, superseded=query.superseded)
            if series is None:
                raise NotFoundError(f"No run has scalars {query.tag!r}.")
            etag = _entity_tag(series, query, form)
            make = partial(self._body, series, index.snapshot.read, query, form)
            body = partial(self._bodies.get, etag, make)
            try:
                return answer_unless_held(request, etag, MEDIA_TYPES[form], body)
            except DamagedBlockError as error:
                self._store.invalidate_files(error.files)

    def _index(self) -> SeriesIndex:
        """Return the series of the newest generation."""
        snapshot = self._store.snapshot()
        index = self._newest
        if index is None or index.snapshot is not snapshot:
            index = self._newest = SeriesIndex(snapshot)
        return index

    def _body(self, series: SeriesSet, read: Read, query: ScalarsQuery, form: Form) -> Body:
        """Return the body: an iterator of its parts if it is large JSON.

        All blocks of a large body are read first, so that damage shows before anything is sent.
        """
        series_query = query.series_query
        plan = QueryPlan(series, series_query, read, self._pyramids, self._smoothed)
        # About as many numbers: a bucket may be empty, or have counts of NaN too.
        points, buckets = plan.counts.total[plan.is_raw], plan.counts.total[~plan.is_raw]
        numbers = _NUMBERS_A_POINT * points.sum()
        numbers += len(IN_BUCKETS) * np.minimum(buckets, series_query.points).sum()
        is_large = numbers > _NUMBERS_AT_ONCE
        response = SeriesResponse(
            query.tag,
            series_query.axis,
            series_query.smoothing,
            series.runs,
            [*plan.portions()] if is_large else plan.portions(),
        )
        if form == "binary":
            return response.as_binary()
        return response.as_json() if is_large else [*response.as_json()]


def _entity_tag(series: SeriesSet, query: ScalarsQuery, form: Form) -> str:
    """Return a digest of the query and of the blocks of its series.

    It does not change with other series, nor with a restart of the server: the content of a block
    counts, not its place in the index. The version counts, since another may answer differently.
    """
    blocks = series.blocks.copy()
    for name in ("file", "key", "segment", "offset"):
        blocks[name] = 0
    parameters = (__version__, query.tag, query.series_query, query.superseded, form)
    digest = blake2b(repr(parameters).encode("utf-8", "surrogatepass"), digest_size=12)
    digest.update("".join(series.runs).encode())
    digest.update(series.series.tobytes())
    digest.update(blocks.tobytes())
    digest.update(series.superseded_from.tobytes())
    return digest.hexdigest()
