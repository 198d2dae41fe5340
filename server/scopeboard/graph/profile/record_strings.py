"""Distinct names, allocators and shapes in the records of a RunMetadata."""

from typing import Final

import numpy as np
from google.protobuf.message import DecodeError

from scopeboard.arrays import Amounts, Flags, Indices
from scopeboard.graph.model.dtypes import find_width
from scopeboard.graph.profile.records import MAX_AMOUNT
from scopeboard.protowire.message_table import MessageSpans
from scopeboard.wire.tensor_pb2 import TensorShapeProto

Shape = tuple[int, ...] | None
_UNKNOWN: Final = -1


class TextTable:
    """Distinct texts in order of appearance."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._rows: dict[bytes, int] = {}

    def rows(self, data: bytes, spans: MessageSpans) -> Indices:
        """Return the row of each text, -1 for invalid UTF-8."""
        known, rows = self._rows, []
        for start, end in zip(spans.start.tolist(), spans.end.tolist(), strict=True):
            text = data[start:end]
            rows.append(known[text] if text in known else self.row(text))
        return np.array(rows, dtype=np.int64)

    def row(self, text: bytes) -> int:
        """Return the row of a text, -1 for invalid UTF-8."""
        if text not in self._rows:
            try:
                self.texts.append(text.decode())
            except UnicodeDecodeError:
                return _UNKNOWN
            self._rows[text] = len(self.texts) - 1
        return self._rows[text]


class ShapeTable:
    """Distinct shapes in order of appearance; a row of -1 is an unknown rank."""

    def __init__(self) -> None:
        self.shapes: list[tuple[int, ...]] = []
        self._rows: dict[Shape, int] = {None: _UNKNOWN}
        self._rows_of_bytes: dict[bytes, int | None] = {}  # None is damaged

    def rows(self, data: bytes, spans: MessageSpans) -> tuple[Indices, Flags]:
        """Return the row of each shape, and whether it could be read."""
        known, rows = self._rows_of_bytes, []
        for start, end in zip(spans.start.tolist(), spans.end.tolist(), strict=True):
            encoded = data[start:end]
            if encoded not in known:
                try:
                    known[encoded] = self.row(TensorShapeProto.FromString(encoded))
                except DecodeError:
                    known[encoded] = None
            rows.append(known[encoded])
        is_read = np.array([row is not None for row in rows], dtype=np.bool_)
        return np.array([_UNKNOWN if row is None else row for row in rows], np.int64), is_read

    def row(self, shape: TensorShapeProto) -> int:
        """Return the row of a shape."""
        sizes = None if shape.unknown_rank else tuple([max(dim.size, -1) for dim in shape.dim])
        if sizes is not None and sizes not in self._rows:
            self._rows[sizes] = len(self.shapes)
            self.shapes.append(sizes)
        return self._rows[sizes]

    def bytes_of(self, dtype: Indices, shape: Indices) -> Amounts:
        """Return the sizes of tensors in bytes, -1 where they are unknown."""
        keys, group = np.unique(dtype.astype(np.int64) << 32 | (shape + 1), return_inverse=True)
        sizes = [self.bytes_of_one(key >> 32, (key & 0xFFFFFFFF) - 1) for key in keys.tolist()]
        amounts: Amounts = np.array(sizes, dtype=np.int64)[group]
        return amounts

    def bytes_of_one(self, dtype: int, row: int) -> int:
        """Return the size of a tensor in bytes, -1 when it is unknown."""
        width, shape = find_width(dtype), self.shapes[row] if row >= 0 else None
        if width is None or shape is None or -1 in shape:
            return -1
        size = width
        for dimension in shape:
            size = min(size * dimension, MAX_AMOUNT)
        return 0 if 0 in shape else size


class RecordTables:
    """The distinct texts and shapes of all records."""

    def __init__(self) -> None:
        self.names, self.allocators, self.shapes = TextTable(), TextTable(), ShapeTable()
