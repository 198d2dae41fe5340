"""Simulated readers of a shared index, the object store behind them, and viewers before them."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from math import ceil

from programs.scale.events import Action, Loop, Process, Wait
from programs.scale.processors import Processors
from programs.scale.services import ReaderServices, StoreServices
from programs.scale.stations import Cache, Station
from programs.scale.workload import Answered, Chart, Log, Viewers
from scopeboard.store.shared.blocks import CACHE_BYTES, MOST_SPANS
from scopeboard.store.shared.layout import GROUP_ROWS, ROW_BYTES
from scopeboard.web.request_queue.queue import SLOW_SECONDS

GROUP_BYTES = GROUP_ROWS * ROW_BYTES["scalars"]


@dataclass(frozen=True)
class Machines:
    """The machines of a deployment.

    Attributes:
        readers: how many dashboards there are.
        places: of each lane of one: its processors.
        processors: that they share with the store; None where each has its own.
        others: how many programs of other people run beside them.
    """

    readers: int
    places: int
    processors: int | None = None
    others: float = 0.0


@dataclass
class Outcome:
    """What a simulated run had: charts, requests to the store and bytes of these."""

    charts: list[float] = field(default_factory=list)
    opened: list[float] = field(default_factory=list)
    requests: int = 0
    nbytes: int = 0

    def answered(self, lasted: float) -> Answered:
        """Return the answers in a time, in seconds."""
        return Answered(self.charts, lasted)


class Store:
    """An object store: a latency, and its own work."""

    def __init__(
        self, loop: Loop, processors: Processors, services: StoreServices, outcome: Outcome
    ) -> None:
        self._loop, self._services, self._outcome = loop, services, outcome
        self._processors = processors
        self._station = Station(loop, services.places) if services.places else None

    def get(self, nbytes: int) -> Process:
        """Answer a request."""
        self._outcome.requests += 1
        self._outcome.nbytes += nbytes
        seconds = self._services.request + nbytes * self._services.byte
        yield self._loop.pause(self._services.latency)
        if self._station is None:
            yield self._loop.pause(seconds)
        else:
            yield self._station.enter()
            yield self._loop.all_of([self._processors.work(seconds)])
            self._station.leave()


class Reader:
    """A dashboard: two lanes, one thread of Python at a time, row groups in memory."""

    def __init__(
        self,
        loop: Loop,
        processors: Processors,
        store: Store,
        services: ReaderServices,
        places: int,
        log: Log,
    ) -> None:
        self._loop, self._store, self._services, self._log = loop, store, services, log
        self._processors = processors
        self._python = Station(loop)
        self._light, self._heavy = Station(loop, places), Station(loop, places)
        self._is_slow = False  # the last chart was
        self._cache = Cache(CACHE_BYTES)
        self._fetching: dict[Hashable, list[Action]] = {}

    def work(self, seconds: float) -> Process:
        """Run Python."""
        yield self._python.enter()
        yield self._loop.all_of([self._processors.work(seconds)])
        self._python.leave()

    def chart(self, chart: Chart) -> Process:
        """Answer a chart in the lane that the last one suggests; a slow one moves to the other."""
        lane = [self._heavy if self._is_slow else self._light]
        yield lane[0].enter()
        begun, is_over = self._loop.now, [False]

        def move() -> None:
            if not is_over[0] and lane[0] is self._light:
                self._heavy.force()
                self._light.leave()
                lane[0] = self._heavy

        self._loop.plan(SLOW_SECONDS, move)
        yield self._loop.all_of([self._fetch(chart)])
        yield self._loop.all_of([self.work(self._services.chart(chart.runs, self._log.steps))])
        is_over[0] = True
        self._is_slow = self._loop.now - begun > SLOW_SECONDS
        lane[0].leave()

    def _fetch(self, chart: Chart) -> Process:
        """Request the row groups that are not in memory, or wait until others have done so."""
        before = (chart.tag * self._log.runs + chart.first) * self._log.steps
        rows = range(before, before + chart.runs * self._log.steps)
        groups = range(rows.start // GROUP_ROWS, (rows.stop - 1) // GROUP_ROWS + 1)
        missing = [group for group in groups if not self._cache.use(group)]
        own = [group for group in missing if group not in self._fetching]
        waits = [self._other(group) for group in missing if group in self._fetching]
        yield self._loop.all_of([*waits, *self._requests(own)])

    def _requests(self, groups: list[int]) -> list[Process]:
        """Return the requests for row groups: few of them, if these fit into half of the memory."""
        if not groups:
            return []
        for group in groups:
            self._fetching[group] = []
        spans = _spans(groups)
        most = MOST_SPANS if len(groups) * GROUP_BYTES <= CACHE_BYTES // 2 else len(spans)
        size = ceil(len(spans) / most)
        parts = [spans[at : at + size] for at in range(0, len(spans), size)]
        return [self._request([group for span in part for group in span]) for part in parts]

    def _request(self, groups: list[int]) -> Process:
        nbytes = min(len(groups) * GROUP_BYTES, self._log.points * ROW_BYTES["scalars"])
        yield self._loop.all_of([self._store.get(nbytes)])
        seconds = self._services.fetch + nbytes * self._services.fetched_byte
        yield self._loop.all_of([self.work(seconds)])
        for group in groups:
            self._cache.put(group, GROUP_BYTES)
            for then in self._fetching.pop(group):
                self._loop.plan(0.0, then)

    def _other(self, group: int) -> Process:
        wait: Wait = self._fetching[group].append
        yield wait


def _spans(groups: list[int]) -> list[list[int]]:
    """Return neighbouring numbers together."""
    spans: list[list[int]] = []
    for group in groups:
        if spans and spans[-1][-1] + 1 == group:
            spans[-1].append(group)
        else:
            spans.append([group])
    return spans


def simulate_viewers(
    log: Log,
    viewers: Viewers,
    machines: Machines,
    readers: ReaderServices,
    store: StoreServices,
) -> Outcome:
    """Return what viewers meet who each stay at one reader, as with a load balancer by client."""
    loop, outcome = Loop(), Outcome()
    processors = Processors(loop, machines.processors, machines.others, viewers.seconds)
    objects = Store(loop, processors, store, outcome)
    boards = [
        Reader(loop, processors, objects, readers, machines.places, log)
        for _ in range(machines.readers)
    ]

    def viewer(number: int, answer: Callable[[Chart], Process], board: Reader) -> Process:
        yield loop.pause(viewers.opens_at(number))
        begun = loop.now
        yield loop.all_of([board.work(log.runs * readers.listed_run)])
        outcome.opened.append(loop.now - begun)
        for chart in viewers.charts(number, log):
            if loop.now >= viewers.seconds:
                return
            begun = loop.now
            yield loop.all_of([answer(chart)])
            outcome.charts.append(loop.now - begun)
            yield loop.pause(chart.looking)

    for number in range(viewers.count):
        board = boards[number % machines.readers]
        loop.start(viewer(number, board.chart, board))
    loop.run()
    return outcome
