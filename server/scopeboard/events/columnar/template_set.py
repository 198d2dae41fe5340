"""The known templates: an index that finds the template of a body, and their values in columns.

Bodies up to a width are rows of 64-bit words. A hash of a row's tag and length selects a few
templates to compare it with. The comparison covers every invariant bit, so that a hash collision
costs time and never correctness.

The templates of one buffer serve the next, because the files of a log directory are much alike.
The set is bounded: a full set is replaced by an empty one.
"""

from hashlib import shake_128
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.buffer.unaligned import WIDE_NUMBERS
from scopeboard.events.columnar.template import Slot, Template, learn_template

WIDTHS: Final = (64, 128, 256, 512, 1024, 2048)
"""Bytes of the rows in which bodies are compared; a longer body has no template."""

HASHED_BYTES: Final = 128  # of a body, at most
NO_TEMPLATE: Final = -1
_MAX_SHARED: Final = 4  # templates that may share a hash
_NO_LENGTH: Final = -1  # a length that no body has
_MAX_TEMPLATES: Final = 8192
_MAX_SLOTS: Final = 1 << 14  # one more body cannot bring them to 1 << 15
_NOT_A_NUMBER: Final = 1 << 15  # added to a slot's tag: numbers come before other values
_MAX_BYTES: Final = 2 << 20

Words = NDArray[np.uint64]
Rows = NDArray[np.intp]

_FACTORS: Final[Words] = np.frombuffer(
    shake_128(b"any numbers do").digest(HASHED_BYTES + 8), np.uint64
) | np.uint64(1)
"""The odd factors of the hash, one for each word and one for the length; always the same."""
_PREFIX_MASKS: Final[Words] = np.where(
    np.arange(HASHED_BYTES) < np.arange(HASHED_BYTES + 1)[:, np.newaxis], np.uint8(255), np.uint8(0)
).view(np.uint64)
"""uint64 [bytes + 1, words]: a mask of the first n bytes in row n."""


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
        bucket = np.searchsorted(self._keys, keys)
        candidates = self._firsts[bucket]
        equal = self._equal(rows, lengths, candidates)
        numbers = np.where(equal, self._numbers[candidates], np.int32(NO_TEMPLATE))
        unmatched = np.flatnonzero(~equal)
        unmatched = unmatched[self._keys[bucket[unmatched]] == keys[unmatched]]
        for further in range(1, _MAX_SHARED):
            unmatched = unmatched[self._counts[bucket[unmatched]] > further]
            if not len(unmatched):
                break
            candidates = self._firsts[bucket[unmatched]] + further
            equal = self._equal(rows[unmatched], lengths[unmatched], candidates)
            numbers[unmatched[equal]] = self._numbers[candidates[equal]]
            unmatched = unmatched[~equal]
        new = np.flatnonzero(numbers == NO_TEMPLATE)
        is_known = self._keys[bucket[new]] == keys[new]
        return numbers, new[~(is_known & self._is_full[bucket[new]])]

    def _equal(
        self, rows: Words, lengths: NDArray[np.int64], candidates: Rows
    ) -> NDArray[np.bool_]:
        invariant = self._masks.take(candidates, axis=0)
        invariant &= rows
        differ = (invariant != self._bodies.take(candidates, axis=0)).view(np.uint64)
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
        self._bodies, self._masks = (
            np.frombuffer(
                b"".join(item.ljust(self.width, b"\0") for item in (b"", *contents)), "<u8"
            ).reshape(-1, self.width // 8)
            for contents in (
                [template.body for _, template in every],
                [template.mask for _, template in every],
            )
        )
        self._is_arranged = True


def body_keys(rows: Words, lengths: NDArray[np.int64]) -> Words:
    """Return the hash (uint64 [n]) of each body up to the end of its tag, and of its length.

    The body of a summary begins with the keys and lengths of the summary, of its first value and of
    the tag, `2a L 0a V 0a T`, in which L and V may take two bytes each. The bytes up to the field
    after the tag are hashed.
    """
    first = rows[:, 0]
    long_summary = (first >> np.uint64(15)) & np.uint64(1)
    long_value = (first >> (np.uint64(31) + np.uint64(8) * long_summary)) & np.uint64(1)
    tag_length = np.uint64(5) + long_summary + long_value  # its offset
    tag = (first >> (np.uint64(8) * tag_length)) & np.uint64(255)
    size = (tag_length + tag + np.uint64(2)).view(np.int64)
    hashed = np.minimum(size, np.minimum(lengths, HASHED_BYTES))
    words = (int(hashed.max()) + 7) // 8
    masked = rows[:, :words] & _PREFIX_MASKS[:, :words].take(hashed, axis=0)
    masked ^= masked >> np.uint64(32)  # a product carries upwards only
    keys: Words = masked @ _FACTORS[:words]
    keys += lengths.view(np.uint64) * _FACTORS[-1]
    return keys


class TemplateSet:
    """Templates by number, and their slots in columns over all templates.

    `slot_series` has the number of each slot's tag; numbers come before other values.
    """

    def __init__(self) -> None:
        self.indexes = [TemplateIndex(width) for width in WIDTHS]
        self.slots: list[Slot] = []
        self._tags: dict[str, int] = {}
        self._bytes = 0
        self._first_slots: list[int] = [0]  # and the end of the last
        self._are_summaries: list[bool] = []
        self.arrange()

    @property
    def is_full(self) -> bool:
        """Whether the limit of templates is reached."""
        return (
            len(self._are_summaries) >= _MAX_TEMPLATES
            or len(self.slots) >= _MAX_SLOTS
            or self._bytes >= _MAX_BYTES
        )

    def learn(self, index: TemplateIndex, key: int, body: bytes) -> None:
        """Learn the template of a body with hash `key`; call `arrange` after the last."""
        template = learn_template(body)
        index.add(key, len(self._are_summaries), template)
        if template is None:
            return
        self.slots += template.slots
        self._bytes += index.width
        self._first_slots.append(len(self.slots))
        self._are_summaries.append(template.is_summary)

    def arrange(self) -> None:
        """Update the columns with the templates learnt."""
        slots = self.slots
        bounds = np.array(self._first_slots, np.int64)
        self.first_slots, self.slot_counts = bounds[:-1], bounds[1:] - bounds[:-1]
        self.are_summaries = np.array(self._are_summaries, bool)
        self.slot_offsets = np.array([slot.offset for slot in slots], np.int64)
        self.slot_encodings = np.array([slot.encoding for slot in slots], np.uint8)
        self.slot_is_wide = np.isin(self.slot_encodings, WIDE_NUMBERS)
        self.slot_constants = np.array([slot.constant for slot in slots], np.float64)
        self.slot_is_constant = np.array([slot.is_number and not slot.size for slot in slots], bool)
        tags = [self._tags.setdefault(slot.key.tag, len(self._tags)) for slot in slots]
        order = [0 if slot.is_number else _NOT_A_NUMBER for slot in slots]
        self.slot_series = np.array(tags, np.uint16) + np.array(order, np.uint16)

    def templates_with(self, tags: set[str]) -> NDArray[np.bool_]:
        """Return for each template whether it has any of these tags."""
        slots = np.array([slot.key.tag in tags for slot in self.slots], bool)
        has_tag = np.zeros(len(self.first_slots), bool)
        templates = np.repeat(np.arange(len(has_tag)), self.slot_counts)
        has_tag[templates[slots]] = True
        return has_tag
