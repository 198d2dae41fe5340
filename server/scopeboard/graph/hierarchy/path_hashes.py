"""Hashes of names and of all paths above them, for a hundred thousand names at once.

Theory. A byte at place `j` of a name weighs `byte * W[j]`, and the hash of a path is the sum of
the weights of its bytes, modulo 2^64. With one running sum over all names end to end, the hash of
any part that starts where its name does is a difference of two entries. So the hashes of all name
scopes come without a text being made for any of them.

The weights are random numbers, drawn anew in each process. Two unlike paths then share a hash with
a chance of about 2^-50, whatever the log holds, and nobody can write a log that makes it likely:
paths with equal hashes are taken for equal. Nothing that is seen outside depends on the numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from secrets import randbits, token_bytes
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Amounts, Hashes, Indices

_PERIOD: Final = 1 << 16  # places with weights of their own; names longer than that are not written
_BLOCK: Final = 1 << 17  # bytes summed up at a time: what they need stays in the processor's cache
_SLASH: Final = ord("/")
_WEIGHTS: Final[Hashes] = np.frombuffer(token_bytes(8 * _PERIOD), np.uint64)
_ROUNDS: Final[Hashes] = np.append(  # factors for places beyond the period
    np.ones(1, dtype=np.uint64),
    np.frombuffer(token_bytes(8 * (_PERIOD - 1)), np.uint64) | np.uint64(1),
)
_PER_BYTE: Final = np.uint64(randbits(64) | 1)  # so that bytes of value 0 count too


@dataclass(frozen=True, slots=True)
class PathHashes:
    """What names are made of.

    `whole` [names] are the hashes of the names. The slashes of name `i` are numbers `first[i]` to
    `first[i + 1]`. `with_empty` lists the names that have an empty segment.

    `starts` and `start_sums` [names] are where each name begins, and the running sum there,
    `places` and `sums` the same for each slash.
    """

    whole: Hashes
    with_empty: Indices
    first: Indices
    starts: Amounts
    start_sums: Hashes
    places: Amounts
    sums: Hashes

    def above(self, slashes: Indices, names: Indices) -> Hashes:
        """Return the hashes of the paths that end before slashes, given the name of each."""
        hashes: Hashes = self.sums[slashes] - self.start_sums[names]
        return hashes + _of_length(self.end(slashes, names))

    def end(self, slashes: Indices, names: Indices) -> Amounts:
        """Return how many bytes of their names stand before slashes."""
        ends: Amounts = self.places[slashes] - self.starts[names]
        return ends


@dataclass(frozen=True, slots=True)
class HashIndex:
    """Rows to be found by their hashes: `hashes` sorted, and the row of each."""

    hashes: Hashes
    rows: Indices

    @staticmethod
    def of(hashes: Hashes) -> "HashIndex":
        """Return the index of a column; of equal hashes, any row may be found."""
        order = np.argsort(hashes)
        return HashIndex(hashes[order], order.astype(np.int32))

    def without(self, rows: Indices) -> "HashIndex":
        """Return the index without some of its rows."""
        is_left = np.ones(self.rows.size, dtype=np.bool_)
        is_left[rows] = False
        kept = is_left[self.rows]
        return HashIndex(self.hashes[kept], self.rows[kept])

    def find(self, wanted: Hashes) -> Indices:
        """Return the row of each hash, -1 where there is none."""
        if self.hashes.size == 0:
            return np.full(wanted.size, -1, dtype=np.int32)
        place = np.minimum(np.searchsorted(self.hashes, wanted), self.hashes.size - 1)
        rows: Indices = np.where(self.hashes[place] == wanted, self.rows[place], -1)
        return rows


def hash_paths(names: Sequence[str]) -> PathHashes:
    """Return the hashes of names, and what those of all paths above them are made from."""
    data, length = concatenate_names(names)
    bounds = np.concatenate(([0], np.cumsum(length)))
    slashes = np.flatnonzero(data == _SLASH)
    at_slashes, at_bounds = _running_sums(data, bounds, slashes)
    return PathHashes(
        whole=np.diff(at_bounds) + _of_length(length),
        with_empty=_with_empty_segments(data, bounds, slashes),
        first=np.searchsorted(slashes, bounds).astype(np.int32),
        starts=bounds[:-1],
        start_sums=at_bounds[:-1],
        places=slashes,
        sums=at_slashes,
    )


def hash_parent_paths(name: str) -> Hashes:
    """Return the hashes of all paths above one name, the highest first."""
    hashes = hash_paths([name])
    slashes = np.arange(hashes.places.size)
    return hashes.above(slashes, np.zeros(slashes.size, dtype=np.int32))


def _with_empty_segments(data: NDArray[np.uint8], bounds: Amounts, slashes: Amounts) -> Indices:
    """Return the names that are empty, or have a slash at an end or two side by side."""
    has_empty = np.diff(bounds) == 0
    padded = np.append(data, np.uint8(0))
    has_empty |= (padded[bounds[:-1]] == _SLASH) | (padded[bounds[1:] - 1] == _SLASH)
    side_by_side = slashes[:-1][np.diff(slashes) == 1]
    has_empty[np.searchsorted(bounds, side_by_side, side="right") - 1] = True
    return np.flatnonzero(has_empty)


def _of_length(length: Amounts) -> Hashes:
    return length.astype(np.uint64) * _PER_BYTE


def concatenate_names(names: Sequence[str]) -> tuple[NDArray[np.uint8], Amounts]:
    """Return the bytes of all names, and how many each has."""
    text = "".join(names)
    if text.isascii():
        sizes = map(len, names)
        data = text.encode("ascii")
    else:
        encoded = [name.encode("utf-8", "surrogatepass") for name in names]
        sizes = map(len, encoded)
        data = b"".join(encoded)
    length = np.fromiter(sizes, dtype=np.int64, count=len(names))
    return np.frombuffer(data, dtype=np.uint8), length


def _running_sums(
    data: NDArray[np.uint8], bounds: Amounts, slashes: Amounts
) -> tuple[Hashes, Hashes]:
    """Return the sum of the weights of all bytes before each slash, and before each bound."""
    at_slashes = np.zeros(slashes.size, dtype=np.uint64)
    at_bounds = np.zeros(bounds.size, dtype=np.uint64)
    sums = np.zeros(min(_BLOCK, data.size) + 1, dtype=np.uint64)  # the first: of what is before
    for begin in range(0, data.size, _BLOCK):
        end = min(begin + _BLOCK, data.size)
        sums[0] = sums[-1]
        sums = sums[: end - begin + 1]
        sums[1:] = _weights_at(_places_in_names(bounds, begin, end))
        sums[1:] *= data[begin:end]
        np.cumsum(sums, out=sums)
        for points, at in ((slashes, at_slashes), (bounds, at_bounds)):
            low, high = np.searchsorted(points, [begin + 1, end + 1])
            at[low:high] = sums[points[low:high] - begin]
    return at_slashes, at_bounds


def _places_in_names(bounds: Amounts, begin: int, end: int) -> Amounts:
    """Return for each byte of a block its place in its name."""
    low = int(np.searchsorted(bounds, begin, side="right")) - 1
    high = int(np.searchsorted(bounds, end, side="left"))
    inside = np.minimum(bounds[low + 1 : high + 1], end) - np.maximum(bounds[low:high], begin)
    places: Amounts = np.arange(begin, end)
    places -= np.repeat(bounds[low:high], inside)
    return places


def _weights_at(place: Amounts) -> Hashes:
    """Return the weight of a byte at each place of a name."""
    if int(place.max(initial=0)) < _PERIOD:
        return _WEIGHTS.take(place)
    weights: Hashes = _WEIGHTS[place % _PERIOD] * _ROUNDS[place // _PERIOD % _PERIOD]
    return weights
