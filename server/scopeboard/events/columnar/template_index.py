"""An index of templates: finds the template of each of many bodies, exactly.

Bodies up to a width are rows of 64-bit words. A hash of a row's tag and length selects one or few
templates to compare it with. The comparison covers every invariant bit, so that a hash collision
costs time and never correctness.
"""

from functools import cache
from hashlib import shake_128
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.columnar.template import Template

HASHED_BYTES: Final = 128  # of a body, at most
NO_TEMPLATE: Final = -1
_MAX_SHARED: Final = 4  # templates that may share a hash
_NO_LENGTH: Final = -1  # a length that no body has

Words = NDArray[np.uint64]
Rows = NDArray[np.intp]


class TemplateIndex:
    """The templates of bodies of up to `width` bytes, by hash.

    The first template matches no body, so that there is always one to compare with.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self._templates: dict[int, list[tuple[int, Template]]] = {}
        self._barren: set[int] = set()  # hashes of bodies that have no template
        self._arrange()

    def add(self, key: int, number: int, template: Template | None) -> None:
        """Add a template under a hash; None if bodies of the hash have no template."""
        if template is None:
            self._barren.add(key)
        else:
            self._templates.setdefault(key, []).append((number, template))
        self._is_arranged = False

    def match(
        self, rows: Words, lengths: NDArray[np.int64], keys: Words
    ) -> tuple[NDArray[np.int32], Rows]:
        """Return each row's template number or NO_TEMPLATE, and the rows to learn from.

        Args:
            rows: uint64 [n, width // 8], the bodies and the bytes after them.
            lengths: int64 [n], the bodies' lengths in bytes.
            keys: uint64 [n], their hashes.
        """
        if not self._is_arranged:
            self._arrange()
        place = np.searchsorted(self._keys, keys)
        candidates = self._firsts[place]
        equal = self._equal(rows, lengths, candidates)
        numbers = np.where(equal, self._numbers[candidates], np.int32(NO_TEMPLATE))
        left = np.flatnonzero(~equal)
        left = left[self._keys[place[left]] == keys[left]]
        for further in range(1, _MAX_SHARED):
            left = left[self._counts[place[left]] > further]
            if not len(left):
                break
            candidates = self._firsts[place[left]] + further
            equal = self._equal(rows[left], lengths[left], candidates)
            numbers[left[equal]] = self._numbers[candidates[equal]]
            left = left[~equal]
        new = np.flatnonzero(numbers == NO_TEMPLATE)
        is_known = self._keys[place[new]] == keys[new]
        return numbers, new[~(is_known & self._is_full[place[new]])]

    def _equal(
        self, rows: Words, lengths: NDArray[np.int64], candidates: Rows
    ) -> NDArray[np.bool_]:
        kept = self._masks.take(candidates, axis=0)
        kept &= rows
        differ = (kept != self._bodies.take(candidates, axis=0)).view(np.uint64)
        equal: NDArray[np.bool_] = self._lengths[candidates] == lengths
        for word in range(differ.shape[1]):  # of eight comparisons each
            equal &= differ[:, word] == 0
        return equal

    def _arrange(self) -> None:
        """Rebuild the arrays of `match` from the templates added."""
        keys = sorted(self._templates.keys() | self._barren)
        shared = [self._templates.get(key, []) for key in keys]
        every = [item for items in shared for item in items]
        counts = np.array([len(items) for items in shared] + [0], np.int64)
        self._keys = np.array([*keys, (1 << 64) - 1], np.uint64)
        self._counts = counts
        self._firsts = np.where(counts > 0, np.cumsum(counts) - counts + 1, 0)
        self._is_full = np.array([key in self._barren for key in keys] + [False])
        self._is_full |= counts >= _MAX_SHARED
        self._numbers = np.array([NO_TEMPLATE, *(number for number, _ in every)], np.int32)
        lengths = [_NO_LENGTH, *(len(template.body) for _, template in every)]
        self._lengths = np.array(lengths, np.int64)
        self._bodies = self._words([template.body for _, template in every])
        self._masks = self._words([template.mask for _, template in every])
        self._is_arranged = True

    def _words(self, contents: list[bytes]) -> Words:
        padded = b"".join(
            [bytes(self.width), *(item.ljust(self.width, b"\0") for item in contents)]
        )
        return np.frombuffer(padded, "<u8").reshape(-1, self.width // 8)


def body_keys(rows: Words, lengths: NDArray[np.int64]) -> Words:
    """Return the hash (uint64 [n]) of each body up to the end of its tag, and of its length."""
    hashed = np.minimum(_hashed_bytes(rows[:, 0]), np.minimum(lengths, HASHED_BYTES))
    words = (int(hashed.max()) + 7) // 8
    kept = rows[:, :words] & _masks(words).take(hashed, axis=0)
    kept ^= kept >> np.uint64(32)  # a product carries upwards only
    keys: Words = kept @ _factors()[:words]
    keys += lengths.view(np.uint64) * _factors()[-1]
    return keys


def _hashed_bytes(first: Words) -> NDArray[np.int64]:
    """Return the bytes up to the field after the tag, in the body of a summary.

    Such a body begins with the keys and lengths of the summary, of its first value and of the tag,
    `2a L 0a V 0a T`, of which L and V may take two bytes each.
    """
    long_summary = (first >> np.uint64(15)) & np.uint64(1)
    long_value = (first >> (np.uint64(31) + np.uint64(8) * long_summary)) & np.uint64(1)
    at = np.uint64(5) + long_summary + long_value
    tag = (first >> (np.uint64(8) * at)) & np.uint64(255)
    size: Words = at + tag + np.uint64(2)
    return size.view(np.int64)


@cache
def _masks(words: int) -> Words:
    """Return uint64 [8 words + 1, words]: row n keeps a body's first n bytes."""
    size = np.arange(8 * words + 1)[:, np.newaxis]
    kept = np.arange(8 * words) < size
    return np.where(kept, np.uint8(255), np.uint8(0)).view(np.uint64)


@cache
def _factors() -> Words:
    """Return the odd factors of the hash, one per word and one for the length."""
    digest = shake_128(b"any numbers do").digest(HASHED_BYTES + 8)  # and always the same
    return np.frombuffer(digest, np.uint64) | np.uint64(1)
