"""Hashes of names and of all their parent paths, for a hundred thousand names at once.

Theory. A byte at index `j` of a name weighs `byte * W[j]`, and the hash of a path is the sum of
the weights of its bytes, modulo 2^64. With one running sum over the concatenated names, the hash
of any prefix of a name is a difference of two entries. So the hashes of all name scopes need no
text for any of them.

The weights are random numbers, new in each process. Two different paths share a hash with
a chance of about 2^-50, and no log can be crafted to raise it. So paths with equal hashes count as
equal. No result depends on the numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from secrets import randbits, token_bytes
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Amounts, Hashes, Indices

_PERIOD: Final = 1 << 16  # indices with distinct weights; real names are shorter
_BLOCK: Final = 1 << 17  # bytes per block of the running sum: its arrays fit the CPU cache
_SLASH: Final = ord("/")
_WEIGHTS: Final[Hashes] = np.frombuffer(token_bytes(8 * _PERIOD), np.uint64)
_ROUNDS: Final[Hashes] = np.append(  # factors for indices beyond the period
    np.ones(1, dtype=np.uint64),
    np.frombuffer(token_bytes(8 * (_PERIOD - 1)), np.uint64) | np.uint64(1),
)
_PER_BYTE: Final = np.uint64(randbits(64) | 1)  # so that bytes of value 0 count too


@dataclass(frozen=True, slots=True)
class PathHashes:
    """Hashes of names, and the sums that give the hashes of their parent paths.

    `full` [names] are the hashes of the names. The slashes of name `i` are numbers `first[i]` to
    `first[i + 1]`. `with_empty` lists the names that have an empty segment.

    `starts` and `start_sums` [names] are the offset of each name and the running sum there,
    `slashes` and `slash_sums` the same for each slash.
    """

    full: Hashes
    with_empty: Indices
    first: Indices
    starts: Amounts
    start_sums: Hashes
    slashes: Amounts
    slash_sums: Hashes

    def above(self, slashes: Indices, names: Indices) -> Hashes:
        """Return the hashes of the paths that end before slashes, given the name of each."""
        hashes: Hashes = self.slash_sums[slashes] - self.start_sums[names]
        return hashes + self.end(slashes, names).astype(np.uint64) * _PER_BYTE

    def end(self, slashes: Indices, names: Indices) -> Amounts:
        """Return the number of bytes before slashes, given the name of each."""
        ends: Amounts = self.slashes[slashes] - self.starts[names]
        return ends


@dataclass(frozen=True, slots=True)
class HashIndex:
    """Rows indexed by hash: `hashes` sorted, and the row of each."""

    hashes: Hashes
    rows: Indices

    @staticmethod
    def of(hashes: Hashes) -> "HashIndex":
        """Return the index of a column; of equal hashes, `find` may return any row."""
        order = np.argsort(hashes)
        return HashIndex(hashes[order], order.astype(np.int32))

    def without(self, rows: Indices) -> "HashIndex":
        """Return the index without some of its rows."""
        remains = np.ones(self.rows.size, dtype=np.bool_)
        remains[rows] = False
        remains = remains[self.rows]
        return HashIndex(self.hashes[remains], self.rows[remains])

    def find(self, wanted: Hashes) -> Indices:
        """Return the row of each hash, -1 where there is none."""
        if self.hashes.size == 0:
            return np.full(wanted.size, -1, dtype=np.int32)
        entry = np.minimum(np.searchsorted(self.hashes, wanted), self.hashes.size - 1)
        rows: Indices = np.where(self.hashes[entry] == wanted, self.rows[entry], -1)
        return rows


def hash_paths(names: Sequence[str]) -> PathHashes:
    """Return the hashes of names and of their parent paths."""
    data, length = concatenate_names(names)
    bounds = np.concatenate(([0], np.cumsum(length)))
    slashes = np.flatnonzero(data == _SLASH)
    slash_sums, bound_sums = _running_sums(data, bounds, slashes)
    padded = np.append(data, np.uint8(0))
    has_empty = length == 0
    has_empty |= (padded[bounds[:-1]] == _SLASH) | (padded[bounds[1:] - 1] == _SLASH)
    adjacent = slashes[:-1][np.diff(slashes) == 1]
    has_empty[np.searchsorted(bounds, adjacent, side="right") - 1] = True
    return PathHashes(
        full=np.diff(bound_sums) + length.astype(np.uint64) * _PER_BYTE,
        with_empty=np.flatnonzero(has_empty),
        first=np.searchsorted(slashes, bounds).astype(np.int32),
        starts=bounds[:-1],
        start_sums=bound_sums[:-1],
        slashes=slashes,
        slash_sums=slash_sums,
    )


def hash_parent_paths(name: str) -> Hashes:
    """Return the hashes of all parent paths of one name, the highest first."""
    hashes = hash_paths([name])
    slashes = np.arange(hashes.slashes.size)
    return hashes.above(slashes, np.zeros(slashes.size, dtype=np.int32))


def hash_beginnings(
    data: NDArray[np.uint8], bounds: Amounts, name: Indices, length: Amounts
) -> Hashes:
    """Return the hashes of beginnings of names, equal to those of names that are no longer.

    Args:
        data: the bytes of all names, see `concatenate_names`.
        bounds: the offset of each name, and the end of the last.
        name: the name of each beginning, ascending.
        length: its length in bytes, more than 0, ascending for each name.
    """
    ends = bounds[name] + length
    sums, bound_sums = _running_sums(data, bounds, ends)
    return sums - bound_sums[name] + length.astype(np.uint64) * _PER_BYTE


def concatenate_names(names: Sequence[str]) -> tuple[NDArray[np.uint8], Amounts]:
    """Return the bytes of all names, and the length of each in bytes."""
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
    slash_sums = np.zeros(slashes.size, dtype=np.uint64)
    bound_sums = np.zeros(bounds.size, dtype=np.uint64)
    sums = np.zeros(min(_BLOCK, data.size) + 1, dtype=np.uint64)  # entry 0: all earlier blocks
    for begin in range(0, data.size, _BLOCK):
        end = min(begin + _BLOCK, data.size)
        sums[0] = sums[-1]
        sums = sums[: end - begin + 1]
        low = int(np.searchsorted(bounds, begin, side="right")) - 1
        high = int(np.searchsorted(bounds, end, side="left"))
        inside = np.minimum(bounds[low + 1 : high + 1], end) - np.maximum(bounds[low:high], begin)
        index: Amounts = np.arange(begin, end)  # of each byte in its name
        index -= np.repeat(bounds[low:high], inside)
        if int(index.max(initial=0)) < _PERIOD:
            sums[1:] = _WEIGHTS.take(index)
        else:
            sums[1:] = _WEIGHTS[index % _PERIOD] * _ROUNDS[index // _PERIOD % _PERIOD]
        sums[1:] *= data[begin:end]
        np.cumsum(sums, out=sums)
        for offsets, results in ((slashes, slash_sums), (bounds, bound_sums)):
            low, high = np.searchsorted(offsets, [begin + 1, end + 1])
            results[low:high] = sums[offsets[low:high] - begin]
    return slash_sums, bound_sums
