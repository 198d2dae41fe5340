"""The known templates, and their values in columns.

The templates of one buffer serve the next, because the files of a log directory are much alike.
The set is bounded: a full set is replaced by an empty one.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.buffer.wire_numbers import WIDE_NUMBERS
from scopeboard.events.columnar.template import Slot, learn_template
from scopeboard.events.columnar.template_index import TemplateIndex

WIDTHS: Final = (64, 128, 256, 512, 1024, 2048)
"""Bytes of the rows in which bodies are compared; a longer body has no template."""

_MAX_TEMPLATES: Final = 8192
_MAX_SLOTS: Final = 1 << 14  # a body holds far fewer than are left up to 1 << 15
_PLACES: Final = 1 << 15
_MAX_BYTES: Final = 2 << 20


class TemplateSet:
    """Templates by number, and their slots in columns over all templates.

    `slot_series` has the number of each slot's tag; numbers come before other values.
    """

    def __init__(self) -> None:
        self.indexes = [TemplateIndex(width) for width in WIDTHS]
        self.slots: list[Slot] = []
        self._tags: dict[str, int] = {}
        self._bytes = 0
        self._first_slots: list[int] = [0]  # and where the last one's end
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
        self.slot_places = np.array([slot.offset for slot in slots], np.int64)
        self.slot_encodings = np.array([slot.encoding for slot in slots], np.uint8)
        self.slot_is_wide = np.isin(self.slot_encodings, WIDE_NUMBERS)
        self.slot_constants = np.array([slot.constant for slot in slots], np.float64)
        self.slot_is_constant = np.array([slot.is_number and not slot.size for slot in slots], bool)
        tags = [self._tags.setdefault(slot.key.tag, len(self._tags)) for slot in slots]
        places = [0 if slot.is_number else _PLACES for slot in slots]
        self.slot_series = np.array(tags, np.uint16) + np.array(places, np.uint16)

    def templates_with(self, tags: set[str]) -> NDArray[np.bool_]:
        """Return for each template whether it has any of these tags."""
        slots = np.array([slot.key.tag in tags for slot in self.slots], bool)
        has_tag = np.zeros(len(self.first_slots), bool)
        templates = np.repeat(np.arange(len(has_tag)), self.slot_counts)
        has_tag[templates[slots]] = True
        return has_tag
