"""Files of GGUF: a header with notes, and the name, sizes and encoding of each tensor.

Numbers are little-endian. A size list begins with the innermost dimension. Quantised tensors are
stored in blocks: they have an encoding (`Q4_K`) and no dtype.
https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
"""

from struct import calcsize, unpack_from
from typing import Any, Final

from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import DamagedDataError
from scopeboard.graph.conversion.properties import short_properties
from scopeboard.graph.weight_files.tree import (
    MAX_TENSORS,
    WeightTensor,
    WeightTree,
    write_tree,
)
from scopeboard.protowire.nested import Window
from scopeboard.wire import types_pb2 as types

MAGIC: Final = b"GGUF"
MAX_HEADER_BYTES: Final = 256 << 20
_VERSIONS: Final = range(2, 4)
_PAGE_BYTES: Final = 1 << 20
_MAX_NOTES: Final = 100_000
_MAX_PROPERTIES: Final = 50
_MAX_RANK: Final = 16
_MAX_NESTING: Final = 4
_MAX_SHOWN: Final = 500
_MOST: Final = 1 << 62
_TENSORS_BETWEEN_CHECKS: Final = 1 << 12
_STRING, _ARRAY = 8, 9
# The forms of values by their number.
_VALUES: Final = {
    0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q",
    12: "<d",
}  # fmt: skip
_ENCODINGS: Final = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 6: "Q5_0", 7: "Q5_1", 8: "Q8_0", 9: "Q8_1",
    10: "Q2_K", 11: "Q3_K", 12: "Q4_K", 13: "Q5_K", 14: "Q6_K", 15: "Q8_K", 16: "IQ2_XXS",
    17: "IQ2_XS", 18: "IQ3_XXS", 19: "IQ1_S", 20: "IQ4_NL", 21: "IQ3_S", 22: "IQ2_S",
    23: "IQ4_XS", 24: "I8", 25: "I16", 26: "I32", 27: "I64", 28: "F64", 29: "IQ1_M", 30: "BF16",
    34: "TQ1_0", 35: "TQ2_0", 39: "MXFP4",
}  # fmt: skip
_DTYPES: Final = {
    0: types.DT_FLOAT, 1: types.DT_HALF, 24: types.DT_INT8, 25: types.DT_INT16,
    26: types.DT_INT32, 27: types.DT_INT64, 28: types.DT_DOUBLE, 30: types.DT_BFLOAT16,
}  # fmt: skip


def read_gguf(window: Window, check: CancelCheck) -> WeightTree:
    """Return the tensors of a file; only its header is read.

    Raises:
        DamagedDataError: the header is damaged, of another version, or too large.
    """
    reader = _Reader(window)
    magic, version, count, notes = reader.unpack("<4sIQQ")
    if magic != MAGIC or version not in _VERSIONS:
        raise DamagedDataError(
            "The file is not GGUF of version 2 or 3, with little-endian numbers."
        )
    if count > MAX_TENSORS or notes > _MAX_NOTES:
        raise DamagedDataError(f"The GGUF file has more than {MAX_TENSORS:,} tensors or notes.")
    properties = [("format", f"GGUF, version {version}")]
    for _ in range(notes):
        key = reader.text()
        value = reader.value(reader.number("<I"), 0)
        if value and len(properties) <= _MAX_PROPERTIES:
            properties.append((key, value))
    tensors: list[WeightTensor] = []
    for number in range(count):
        if not number % _TENSORS_BETWEEN_CHECKS:
            check()
        tensors.append(reader.tensor())
    return WeightTree(write_tree(tensors), short_properties(properties))


class _Reader:
    """Reads values of the header one after another, a page of bytes at a time."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._position = 0
        self._page, self._page_start = b"", 0

    def unpack(self, form: str) -> tuple[Any, ...]:
        """Return the next values of a form."""
        return unpack_from(form, self._take(calcsize(form)))

    def number(self, form: str) -> int:
        """Return the next whole number."""
        return int(self.unpack(form)[0])

    def text(self) -> str:
        """Return the next text."""
        return self._take(self.number("<Q")).decode("utf-8", "replace")

    def value(self, kind: int, depth: int) -> str:
        """Return the next value as text, empty for a list, which is skipped."""
        if kind == _STRING:
            return self.text()[:_MAX_SHOWN]
        if kind in _VALUES:
            return str(self.unpack(_VALUES[kind])[0])
        if kind != _ARRAY or depth >= _MAX_NESTING:
            raise DamagedDataError("The header of the GGUF file has a note of an unknown kind.")
        inner, count = self.number("<I"), self.number("<Q")
        if inner in _VALUES:
            self._skip(count * calcsize(_VALUES[inner]))
            return ""
        self._check_room(count)
        for _ in range(count):
            self.value(inner, depth + 1)
        return ""

    def tensor(self) -> WeightTensor:
        """Return the next tensor."""
        name, rank = self.text(), self.number("<I")
        if rank > _MAX_RANK:
            raise DamagedDataError(f"A tensor of the GGUF file has {rank:,} dimensions.")
        sizes = [self.number("<Q") for _ in range(rank)][::-1]
        encoding, _ = self.unpack("<IQ")
        known = [min(size, _MOST) for size in sizes]
        text = _ENCODINGS.get(encoding, f"type {encoding}")
        return WeightTensor(name, _DTYPES.get(encoding, types.DT_INVALID), known, text)

    def _check_room(self, size: int) -> None:
        end = self._position + size
        if end > min(self._window.whole.end, MAX_HEADER_BYTES):
            raise DamagedDataError("The header of the GGUF file ends too early, or is too large.")

    def _skip(self, size: int) -> None:
        self._check_room(size)
        self._position += size

    def _take(self, size: int) -> bytes:
        """Return the next bytes."""
        self._check_room(size)
        start = self._position - self._page_start
        if not 0 <= start <= start + size <= len(self._page):
            end = min(self._position + max(size, _PAGE_BYTES), self._window.whole.end)
            self._page, start = self._window.read_at(self._position, end), 0
            self._page_start = self._position
        self._position += size
        taken = self._page[start : start + size]
        if len(taken) < size:
            raise DamagedDataError("The GGUF file cannot be read to the end of its header.")
        return taken
