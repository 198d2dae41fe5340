"""What the records of a RunMetadata say again and again: names, allocators and shapes."""

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


class Texts:
    """Distinct texts in order of appearance."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._rows: dict[bytes, int] = {}

    def rows(self, data: bytes, spans: MessageSpans) -> Indices:
        """Return the row of each text, -1 for one that is no UTF-8."""
        known = self._rows
        rows = [known[text] if text in known else self._row(text) for text in _slices(data, spans)]
        return np.array(rows, dtype=np.int64)

    def row(self, text: str) -> int:
        """Return the row of a text."""
        return self._row(text.encode())

    def _row(self, text: bytes) -> int:
        if text not in self._rows:
            try:
                self.texts.append(text.decode())
            except UnicodeDecodeError:
                return _UNKNOWN
            self._rows[text] = len(self.texts) - 1
        return self._rows[text]


class Shapes:
    """Distinct shapes in order of appearance; a row of -1 is an unknown rank."""

    def __init__(self) -> None:
        self.shapes: list[tuple[int, ...]] = []
        self._rows: dict[Shape, int] = {None: _UNKNOWN}
        self._read: dict[bytes, int | None] = {}

    def rows(self, data: bytes, spans: MessageSpans) -> tuple[Indices, Flags]:
        """Return the row of each shape, and whether it could be read."""
        known = self._read
        rows = [known[text] if text in known else self._find(text) for text in _slices(data, spans)]
        is_read = np.array([row is not None for row in rows], dtype=np.bool_)
        found = [_UNKNOWN if row is None else row for row in rows]
        return np.array(found, dtype=np.int64), is_read

    def row(self, shape: TensorShapeProto) -> int:
        """Return the row of a shape."""
        sizes = None if shape.unknown_rank else tuple([max(dim.size, -1) for dim in shape.dim])
        if sizes is not None and sizes not in self._rows:
            self._rows[sizes] = len(self.shapes)
            self.shapes.append(sizes)
        return self._rows[sizes]

    def bytes_of(self, dtype: Indices, shape: Indices) -> Amounts:
        """Return what tensors come to, -1 where it cannot be told."""
        keys, group = np.unique(dtype.astype(np.int64) << 32 | (shape + 1), return_inverse=True)
        sizes = [self.bytes_of_one(key >> 32, (key & 0xFFFFFFFF) - 1) for key in keys.tolist()]
        found: Amounts = np.array(sizes, dtype=np.int64)[group]
        return found

    def bytes_of_one(self, dtype: int, row: int) -> int:
        """Return what a tensor comes to, -1 when it cannot be told."""
        width, shape = find_width(dtype), self.shapes[row] if row >= 0 else None
        if width is None or shape is None or -1 in shape:
            return -1
        size = width
        for dimension in shape:
            size = min(size * dimension, MAX_AMOUNT)
        return 0 if 0 in shape else size

    def _find(self, text: bytes) -> int | None:
        try:
            self._read[text] = self.row(TensorShapeProto.FromString(text))
        except DecodeError:
            self._read[text] = None
        return self._read[text]


class RecordTexts:
    """The texts and shapes of all records."""

    def __init__(self) -> None:
        self.names, self.allocators, self.shapes = Texts(), Texts(), Shapes()


def _slices(data: bytes, spans: MessageSpans) -> list[bytes]:
    places = zip(spans.start.tolist(), spans.end.tolist(), strict=True)
    return [data[start:end] for start, end in places]
