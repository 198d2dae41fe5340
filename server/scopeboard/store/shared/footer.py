"""Find where the numbers of a Parquet file are, from its footer.

The footer and the headers of pages are structures of Thrift's compact protocol. A file of
`segment_file` has one page for each column of numbers in each row group, of numbers as they are in
memory; a file with anything else is refused. The numbers of fields are those of `parquet.thrift`
(github.com/apache/parquet-format).
"""

import struct
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from scopeboard.arrays import Ints
from scopeboard.errors import DamagedDataError
from scopeboard.store.shared.layout import NUMBER_BYTES

_MAGIC: Final = b"PAR1"
_TAIL_BYTES: Final = 8  # the length of the footer, and the magic
_MOST_HEADER_BYTES: Final = 1 << 12  # of a page: statistics of numbers are short
_PLAIN: Final = 0
_UNCOMPRESSED: Final = 0
_MANY: Final = 15  # the length of a list follows its head
_ROW_GROUPS, _GROUP_COLUMNS, _GROUP_ROWS, _COLUMN_META = 4, 1, 3, 3
_PATH, _CODEC, _DATA_PAGE = 3, 4, 9
_PAGE_BYTES, _DATA_HEADER, _VALUES, _ENCODING = 3, 5, 1, 2

Struct = dict[int, Any]


def column_places(
    read_at: Callable[[int, int], bytes], size: int, columns: tuple[str, ...]
) -> tuple[Ints, list[int]]:
    """Return the offset of the first number of each column (int64 [groups, columns]), and rows.

    Args:
        read_at: returns the bytes of (length, offset).
        size: the bytes of the file.
        columns: the names of columns of numbers of 8 bytes, without nulls.

    Raises:
        DamagedDataError: it is no such file.
    """
    tail = read_at(_TAIL_BYTES, size - _TAIL_BYTES)
    if tail[4:] != _MAGIC:
        raise DamagedDataError("A segment does not end as a Parquet file does.")
    (length,) = struct.unpack("<I", tail[:4])
    footer = _Reader(read_at(length, size - _TAIL_BYTES - length)).struct()
    places, rows = [], []
    for group in footer.get(_ROW_GROUPS, []):
        metas = [column[_COLUMN_META] for column in group[_GROUP_COLUMNS]]
        by_name = {b".".join(meta[_PATH]).decode(): meta for meta in metas}
        rows.append(group[_GROUP_ROWS])
        places.append([_first_number(read_at, by_name[name], rows[-1]) for name in columns])
    return np.array(places, np.int64).reshape(len(rows), len(columns)), rows


def _first_number(read_at: Callable[[int, int], bytes], meta: Struct, rows: int) -> int:
    """Return the offset of the first number of a column in a row group."""
    start = meta[_DATA_PAGE]
    reader = _Reader(read_at(_MOST_HEADER_BYTES, start))
    header = reader.struct()
    data = header.get(_DATA_HEADER, {})
    is_plain = (
        meta[_CODEC] == _UNCOMPRESSED
        and data.get(_VALUES) == rows
        and data.get(_ENCODING) == _PLAIN
        and header[_PAGE_BYTES] == NUMBER_BYTES * rows
    )
    if not is_plain:
        raise DamagedDataError("The numbers of a segment are not stored as they are in memory.")
    return int(start) + reader.position


class _Reader:
    """Reads values of Thrift's compact protocol from bytes."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.position = 0

    def struct(self) -> Struct:
        """Return the fields of a structure by number."""
        fields: Struct = {}
        number = 0
        while True:
            head = self._byte()
            if head == 0:
                return fields
            number = number + (head >> 4) if head >> 4 else self._integer()
            fields[number] = self._value(head & 15)

    def _value(self, kind: int, *, in_list: bool = False) -> Any:  # noqa: ANN401 - as its kind has it
        match kind:
            case 1 | 2:  # a boolean is its kind, but in lists a byte
                value: Any = self._byte() == 1 if in_list else kind == 1
            case 3:
                value = self._byte()
            case 4 | 5 | 6:
                value = self._integer()
            case 7:
                (value,) = struct.unpack("<d", self._bytes(8))
            case 8:
                value = self._bytes(self._varint())
            case 9 | 10:
                head = self._byte()
                count = head >> 4 if head >> 4 < _MANY else self._varint()
                value = [self._value(head & 15, in_list=True) for _ in range(count)]
            case 12:
                value = self.struct()
            case _:
                raise DamagedDataError("The footer of a segment is damaged.")
        return value

    def _bytes(self, length: int) -> bytes:
        self.position += length
        return self._data[self.position - length : self.position]

    def _byte(self) -> int:
        if self.position >= len(self._data):
            raise DamagedDataError("The footer of a segment is cut.")
        self.position += 1
        return self._data[self.position - 1]

    def _varint(self) -> int:
        value = shift = 0
        while (byte := self._byte()) & 0x80:
            value |= (byte & 0x7F) << shift
            shift += 7
        return value | byte << shift

    def _integer(self) -> int:
        value = self._varint()
        return (value >> 1) ^ -(value & 1)
