"""Tables of a flatbuffer, read from a file a page at a time, with every offset checked.

A table is a place in the file; its vtable says where each of its fields is. Offsets may point
anywhere, and several tables may point at one vector, so a small file can describe a graph that is
far larger than itself. The elements that are read are therefore counted. (The `flatbuffers` package
has a verifier in C++ alone; in Python, a wrong offset reads other bytes.)
"""

import struct
from collections import OrderedDict
from typing import Final, NamedTuple

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import DamagedDataError
from scopeboard.protowire.nested import Window

IDENTIFIER: Final = b"TFL3"
"""Of TFLite's schema, version 3: bytes 4 to 7 of a file."""
MAX_ELEMENTS: Final = 20_000_000
"""Elements of vectors that are read, over the whole file."""
MAX_TABLES: Final = 3_000_000
"""Tables that vectors name, over the whole file; each takes about 100 bytes of memory."""
MAX_TEXT: Final = 4096
_PAGE_BYTES: Final = 1 << 16
_MAX_PAGES: Final = 256
_MIN_VTABLE: Final = 4  # bytes: its own size and that of the table
_DAMAGED: Final = "The TFLite model is damaged: an offset points outside of the file."
_UINT32: Final = struct.Struct("<I")
_INT32: Final = struct.Struct("<i")
_SCALARS: Final = {kind: struct.Struct(f"<{kind}") for kind in "bBhHiIqQfd?"}


def is_tflite(head: bytes) -> bool:
    """Return whether a file that begins with these bytes is a TFLite model."""
    return head[4:8] == IDENTIFIER


class Table(NamedTuple):
    """A table: its position in the file, and the distance of each of its fields, 0 if absent."""

    position: int
    fields: tuple[int, ...]

    def place(self, field: int) -> int:
        """Return the position of a field, 0 if the table does not have it."""
        distance = self.fields[field] if field < len(self.fields) else 0
        return self.position + distance if distance else 0


class Flatbuffer:
    """A flatbuffer in a file.

    Args:
        window: the bytes.
        check: called for each page that is read.
    """

    def __init__(self, window: Window, check: CancelCheck = never_cancelled) -> None:
        self._window, self._check = window, check
        self._size = window.whole.end
        self._pages: OrderedDict[int, bytes] = OrderedDict()
        self._vtables: dict[int, tuple[int, ...]] = {}
        self._elements = self._tables = 0

    def root(self) -> Table:
        """Return the root table."""
        return self._table_at(self._offset(0))

    def number(self, table: Table, field: int, kind: str, default: float = 0) -> int:
        """Return a whole number or a flag; `kind` is a character of `struct`."""
        place = table.place(field)
        return int(self._scalar(place, kind)) if place else int(default)

    def real(self, table: Table, field: int, default: float = 0.0) -> float:
        """Return a float32."""
        place = table.place(field)
        return float(self._scalar(place, "f")) if place else default

    def text(self, table: Table, field: int) -> str:
        """Return a text, at most `MAX_TEXT` bytes of it, empty if absent."""
        start, count = self._vector(table, field)
        return self.read(start, min(count, MAX_TEXT)).decode("utf-8", "replace")

    def length(self, table: Table, field: int) -> int:
        """Return the number of elements of a vector, 0 if absent."""
        return self._vector(table, field)[1]

    def raw(self, table: Table, field: int, limit: int) -> bytes | None:
        """Return a vector of bytes, None if it is longer than a limit."""
        start, count = self._vector(table, field)
        return self.read(start, count) if count <= limit else None

    def numbers(self, table: Table, field: int, kind: str = "i") -> tuple[int, ...]:
        """Return a vector of whole numbers or flags."""
        return struct.unpack(*self._packed(table, field, kind))

    def reals(self, table: Table, field: int) -> tuple[float, ...]:
        """Return a vector of float32."""
        return struct.unpack(*self._packed(table, field, "f"))

    def table(self, table: Table, field: int) -> Table | None:
        """Return the table in a field, None if absent."""
        place = table.place(field)
        return self._table_at(place + self._offset(place)) if place else None

    def tables(self, table: Table, field: int) -> list[Table]:
        """Return a vector of tables."""
        start, count = self._vector(table, field)
        self._tables += count
        if self._tables > MAX_TABLES:
            raise DamagedDataError(f"The TFLite model has more than {MAX_TABLES:,} tables.")
        offsets = self.numbers(table, field, "I")
        places = range(start, start + 4 * count, 4)
        pairs = zip(places, offsets, strict=True)
        return [self._table_at(place + offset) for place, offset in pairs]

    def read(self, start: int, count: int) -> bytes:
        """Return bytes.

        Raises:
            CancelledError: the check raised it.
            DamagedDataError: they are not all in the file.
        """
        end = start + count
        if start < 0 or end > self._size:
            raise DamagedDataError(_DAMAGED)
        first = start // _PAGE_BYTES
        if count > _PAGE_BYTES or end > (first + 1) * _PAGE_BYTES:
            return self._read_exactly(start, end)
        page, offset = self._page(first), start - first * _PAGE_BYTES
        return page[offset : offset + count]

    def _page(self, number: int) -> bytes:
        page = self._pages.get(number)
        if page is None:
            start = number * _PAGE_BYTES
            page = self._read_exactly(start, min(start + _PAGE_BYTES, self._size))
            self._pages[number] = page
            if len(self._pages) > _MAX_PAGES:
                self._pages.popitem(last=False)
        return page

    def _read_exactly(self, start: int, end: int) -> bytes:
        self._check()
        data = self._window.read_at(start, end)
        if len(data) < end - start:
            raise DamagedDataError(_DAMAGED)
        return data

    def _offset(self, place: int) -> int:
        """Return the distance to what a place points at; it is forward and never 0."""
        (offset,) = _UINT32.unpack(self.read(place, 4))
        if not offset:
            raise DamagedDataError(_DAMAGED)
        return int(offset)

    def _scalar(self, place: int, kind: str) -> int | float:
        unpacker = _SCALARS[kind]
        (value,) = unpacker.unpack(self.read(place, unpacker.size))
        return value  # type: ignore[no-any-return]  # struct is not typed

    def _vector(self, table: Table, field: int) -> tuple[int, int]:
        """Return the position of the first element of a vector, and the number of its elements."""
        place = table.place(field)
        if not place:
            return 0, 0
        start = place + self._offset(place)
        (count,) = _UINT32.unpack(self.read(start, 4))
        return start + 4, int(count)

    def _packed(self, table: Table, field: int, kind: str) -> tuple[str, bytes]:
        """Return the format and the bytes of a vector of scalars."""
        start, count = self._vector(table, field)
        self._elements += count
        if self._elements > MAX_ELEMENTS:
            message = f"The TFLite model has more than {MAX_ELEMENTS:,} elements in its vectors."
            raise DamagedDataError(message)
        return f"<{count}{kind}", self.read(start, count * _SCALARS[kind].size)

    def _table_at(self, position: int) -> Table:
        (distance,) = _INT32.unpack(self.read(position, 4))
        vtable = position - distance
        fields = self._vtables.get(vtable)
        if fields is None:
            size = int(self._scalar(vtable, "H"))
            if size < _MIN_VTABLE or size % 2:
                raise DamagedDataError("The TFLite model is damaged: a table has no fields.")
            words = struct.unpack(f"<{size // 2}H", self.read(vtable, size))
            fields = self._vtables[vtable] = words[2:]
        return Table(position, fields)
