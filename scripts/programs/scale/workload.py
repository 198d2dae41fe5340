"""What viewers do, in real runs and in simulated ones alike.

A viewer opens the page: the lists of runs and of tags. Then it requests a chart, waits for it,
looks at it for a random time, and requests the next one. A chart shows neighbouring runs, as an
experiment or a sweep has them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

SHOWN_RUNS = (10, 100, 1000)
SHARES = (0.5, 0.4, 0.1)
"""How many runs charts show, and how many of the charts."""


class Chart(NamedTuple):
    """A chart: its tag, its first run and its number of runs, and the seconds of looking at it."""

    tag: int
    first: int
    runs: int
    looking: float


@dataclass(frozen=True)
class Log:
    """The size of a log: every run has as many tags, every series as many points."""

    runs: int
    tags: int
    steps: int

    @property
    def series(self) -> int:
        """The number of time series."""
        return self.runs * self.tags

    @property
    def points(self) -> int:
        """The number of points."""
        return self.series * self.steps


@dataclass(frozen=True)
class Viewers:
    """Viewers, the mean time for which each looks at a chart, and for how long all do so."""

    count: int
    looking: float
    seconds: float
    seed: int = 1

    def opens_at(self, viewer: int) -> float:
        """Return when a viewer opens the page; all do so within a quarter of the time."""
        return viewer / self.count * self.seconds / 4

    def charts(self, viewer: int, log: Log) -> Iterator[Chart]:
        """Yield the charts that a viewer requests, without end."""
        random = np.random.default_rng((self.seed, viewer))
        while True:
            runs = min(int(random.choice(SHOWN_RUNS, p=SHARES)), log.runs)
            first = int(random.integers(log.runs - runs + 1))
            looking = float(random.exponential(self.looking))
            yield Chart(int(random.integers(log.tags)), first, runs, looking)


class Answered(NamedTuple):
    """Answers to charts: the seconds that each took, and the seconds in which they came."""

    seconds: list[float]
    lasted: float

    @property
    def rate(self) -> float:
        """Charts per second."""
        return len(self.seconds) / self.lasted

    def percentile(self, percent: float) -> float:
        """Return the seconds within which so many percent of the charts came."""
        return float(np.percentile(self.seconds, percent)) if self.seconds else 0.0
