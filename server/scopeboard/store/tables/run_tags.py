"""What is known of the tags of all runs, as sorted columns."""

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Ints
from scopeboard.store.format.schema import Rows

Numbers = NDArray[np.uint32]


class RunTags:
    """The number of the metadata for each pair of a run and a key.

    Pairs are `run << 32 | key`, ascending; `turn` tells the order in which they were last put.
    """

    def __init__(self) -> None:
        self.pairs: Ints = np.empty(0, np.int64)
        self.metadata: Numbers = np.empty(0, np.uint32)
        self._turn: Numbers = np.empty(0, np.uint32)
        self._turns = 0

    def put(self, rows: Rows, guessed: NDArray[np.bool_]) -> None:
        """Take in RUN_TAG [n]; the last row of a pair replaces what was known.

        A guess replaces no knowledge: `guessed` tells for each number of metadata which are.
        """
        rows = rows[self.is_news(rows, guessed)]
        self._put(*_last_of_each(_pairs(rows), rows["metadata"]))

    def put_unless_known(self, rows: Rows, guessed: NDArray[np.bool_]) -> None:
        """Take in RUN_TAG [n], replacing only what was guessed by what was not.

        Args:
            rows: of one pair, the first that is not guessed counts, else the first.
            guessed: for each number of metadata, whether it is a guess.
        """
        order = np.lexsort((guessed[rows["metadata"]], _pairs(rows)))[::-1]
        pairs, metadata = _last_of_each(_pairs(rows)[order], rows["metadata"][order])
        better = self._is_better(pairs, metadata, guessed)
        self._put(pairs[better], metadata[better])

    def is_news(self, rows: Rows, guessed: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Tell for each of RUN_TAG [n] whether `put` would take it in, if only as the latest."""
        at = self._find(_pairs(rows))
        is_news: NDArray[np.bool_] = (at < 0) | ~guessed[rows["metadata"]]
        if not is_news.all():
            is_news |= guessed[self.metadata[at]]
        return is_news

    def is_news_unless_known(self, rows: Rows, guessed: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Tell for each of RUN_TAG [n] whether `put_unless_known` would change anything."""
        return self._is_better(_pairs(rows), rows["metadata"], guessed)

    def _is_better(
        self, pairs: Ints, metadata: Numbers, guessed: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        at = self._find(pairs)
        better = at < 0
        if not better.all():
            better |= guessed[self.metadata[at]] & ~guessed[metadata]
        return better

    def of_run(self, run: int) -> tuple[Ints, Numbers]:
        """Return the keys of a run and their metadata, in the order in which they were put."""
        first, end = np.searchsorted(self.pairs, [run << 32, (run + 1) << 32])
        order = first + np.argsort(self._turn[first:end], kind="stable")
        return self.pairs[order] & 0xFFFFFFFF, self.metadata[order]

    def find(self, run: int, key: int) -> int | None:
        """Return the number of the metadata of one pair, if it is there."""
        pair = run << 32 | key
        at = int(np.searchsorted(self.pairs, pair)) if run >= 0 <= key else len(self.pairs)
        is_there = at < len(self.pairs) and self.pairs[at] == pair
        return int(self.metadata[at]) if is_there else None

    def in_turn(self) -> tuple[Ints, Numbers]:
        """Return all pairs and their metadata, in the order in which they were put."""
        order = np.argsort(self._turn, kind="stable")
        return self.pairs[order], self.metadata[order]

    def forget(self, runs: Ints) -> None:
        """Leave out all pairs of some runs."""
        firsts, ends = np.searchsorted(self.pairs, [runs << 32, (runs + 1) << 32])
        if (firsts == ends).all():
            return
        kept = np.ones(len(self.pairs), np.bool_)
        for first, end in zip(firsts.tolist(), ends.tolist(), strict=True):
            kept[first:end] = False
        self.pairs, self.metadata = self.pairs[kept], self.metadata[kept]
        self._turn = self._turn[kept]

    def _find(self, pairs: Ints) -> Ints:
        """Return where each pair is, -1 for those that are not there."""
        if not len(self.pairs):
            return np.full(len(pairs), -1)
        at = np.minimum(np.searchsorted(self.pairs, pairs), len(self.pairs) - 1)
        return np.where(self.pairs[at] == pairs, at, -1)

    def _put(self, pairs: Ints, metadata: Numbers) -> None:
        at = self._find(pairs)
        is_new = at < 0
        turn = (self._turns + np.arange(len(pairs))).astype(np.uint32)
        self._turns += len(pairs)
        self.metadata[at[~is_new]] = metadata[~is_new]
        self._turn[at[~is_new]] = turn[~is_new]
        if not is_new.any():
            return
        places = np.searchsorted(self.pairs, pairs[is_new])
        self.pairs = np.insert(self.pairs, places, pairs[is_new])
        self.metadata = np.insert(self.metadata, places, metadata[is_new])
        self._turn = np.insert(self._turn, places, turn[is_new])


def _pairs(rows: Rows) -> Ints:
    pairs: Ints = rows["run"].astype(np.int64) << 32 | rows["key"]
    return pairs


def _last_of_each(pairs: Ints, metadata: Numbers) -> tuple[Ints, Numbers]:
    """Return each pair once, ascending, with the metadata that stands last."""
    order = np.argsort(pairs, kind="stable")
    pairs = pairs[order]
    last = np.append(pairs[1:] != pairs[:-1], np.ones(min(1, len(pairs)), np.bool_))
    return pairs[last], metadata[order][last]
