"""A checkpoint of TensorFlow 1.0 or later: an index of tensors, and the files with their bytes.

`tensor_bundle.h` of TensorFlow describes the format. A partitioned variable has an entry for the
whole, which lists its parts, and one for each part.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from io import RawIOBase
from typing import Final

import numpy as np
from google.protobuf.message import DecodeError
from numpy.typing import NDArray

from scopeboard.errors import DamagedDataError, NotFoundError, TooLargeError
from scopeboard.events.buffer.crc32c import crc32c, mask
from scopeboard.events.values.tensor import element_of, read_tensor
from scopeboard.projector.checkpoint.slice_key import WHOLE, slice_key
from scopeboard.projector.checkpoint.sorted_table import read_table
from scopeboard.wire.tensor_bundle_pb2 import BundleEntryProto, BundleHeaderProto
from scopeboard.wire.tensor_pb2 import TensorProto

MAX_INDEX_BYTES: Final = 64 << 20
MAX_SHARDS: Final = 1000
"""Shards whose files are listed; a checkpoint has one for each machine that wrote a part of it."""
MAX_TENSOR_BYTES: Final = 1 << 30
_BYTES_AT_ONCE: Final = 1 << 20
_SLOT: Final = ".OPTIMIZER_SLOT"

Open = Callable[[str], RawIOBase]
"""Opens a file of the checkpoint by what follows its prefix; the caller closes it."""


@dataclass(frozen=True, slots=True)
class _Span:
    """Rows and columns of a table: where each begins, and how many there are."""

    row: int
    rows: int
    column: int
    columns: int


class Checkpoint:
    """The index of a checkpoint. It opens the files with tensors when they are read."""

    def __init__(self, entries: Mapping[bytes, bytes], shards: int, open_file: Open) -> None:
        self._entries = entries
        self._shards = shards
        self._open = open_file

    @classmethod
    def of(cls, open_file: Open) -> "Checkpoint":
        """Return the checkpoint whose files `open_file` opens.

        Raises:
            NotFoundError: there is no index.
            DamagedDataError: the index is damaged, too large, or of a machine with another order of
                bytes.
        """
        with open_file(".index") as file:
            index = file.read(MAX_INDEX_BYTES + 1)
        if len(index) > MAX_INDEX_BYTES:
            raise TooLargeError("The index of the checkpoint exceeds 64 MB.")
        entries = dict(read_table(index))
        try:
            header = BundleHeaderProto.FromString(entries.pop(b"", b""))
        except DecodeError as error:
            raise DamagedDataError("The header of the checkpoint is damaged.") from error
        if header.endianness != BundleHeaderProto.LITTLE:
            raise DamagedDataError("The checkpoint is from a big-endian machine: it is not read.")
        return cls(entries, header.num_shards, open_file)

    @property
    def endings(self) -> list[str]:
        """The endings of all its files: that of the index, and of the first shards."""
        return [".index", *map(self._ending, range(min(self._shards, MAX_SHARDS)))]

    def _ending(self, shard: int) -> str:
        return f".data-{shard:05d}-of-{self._shards:05d}"

    @cached_property
    def tables(self) -> Mapping[str, tuple[int, int]]:
        """The shapes of all tensors of two dimensions and real numbers by their names.

        The slots of optimizers, which have the shape of their variables, are left out, as in
        TensorBoard; so are entries that cannot be parsed.
        """
        tables = {}
        for key, value in self._entries.items():
            if key.startswith(b"\x00"):  # a part
                continue
            name = key.decode("utf-8", "replace")
            try:
                entry = BundleEntryProto.FromString(value)
                element_of(TensorProto(dtype=entry.dtype))
            except (DecodeError, DamagedDataError):
                continue
            sizes = [dim.size for dim in entry.shape.dim]
            if len(sizes) == 2 and min(sizes) > 0 and _SLOT not in name:
                tables[name] = (sizes[0], sizes[1])
        return tables

    def read(self, name: str, stride: int = 1, limit: int | None = None) -> NDArray[np.float32]:
        """Return every `stride`th row of a table, of its first `limit`: float32 [rows, columns].

        Raises:
            NotFoundError: there is no such tensor, or a file is missing.
            DamagedDataError: the tensor is damaged, or was saved again meanwhile.
            TooLargeError: it has more than `MAX_TENSOR_BYTES`, as saved or as float32.
        """
        key = name.encode()
        whole = self._entry(key)
        rows, columns = (dim.size for dim in whole.shape.dim)
        selected = range(0, rows if limit is None else min(rows, limit), stride)
        parts = list(self._parts(key, whole, (rows, columns)))
        # Before any allocation: an index may claim any shape.
        if sum(span.rows * span.columns for span, _ in parts) != rows * columns:
            raise DamagedDataError("The parts of the variable do not make up the whole.")
        if max(sum(part.size for _, part in parts), 4 * len(selected) * columns) > MAX_TENSOR_BYTES:
            raise TooLargeError(f"The vectors of {name} exceed 1 GB.")
        values = np.zeros((len(selected), columns), np.float32)
        for span, part in parts:
            first = -span.row % stride
            begin = (span.row + first) // stride
            found = self._rows(part, span, first, stride)[: max(0, len(selected) - begin)]
            values[begin : begin + len(found), span.column : span.column + span.columns] = found
        return values

    def _parts(
        self, key: bytes, whole: BundleEntryProto, shape: tuple[int, int]
    ) -> Iterator[tuple[_Span, BundleEntryProto]]:
        """Yield the entries with bytes, and where these stand in the table."""
        if not whole.slices:
            yield _Span(0, shape[0], 0, shape[1]), whole
        for part in whole.slices:
            extents = [
                (each.start, each.length if each.HasField("length") else WHOLE)
                for each in part.extent
            ]
            if len(extents) != 2:
                raise DamagedDataError("A part of the variable has other dimensions than it has.")
            (row, rows), (column, columns) = (
                (start, size if length == WHOLE else length)
                for (start, length), size in zip(extents, shape, strict=True)
            )
            span = _Span(row, rows, column, columns)
            is_inside = min(row, column) >= 0 and min(rows, columns) > 0
            if not is_inside or row + rows > shape[0] or column + columns > shape[1]:
                raise DamagedDataError("A part of the variable lies outside it.")
            yield span, self._entry(slice_key(key, extents))

    def _entry(self, key: bytes) -> BundleEntryProto:
        if key not in self._entries:
            raise NotFoundError("The checkpoint does not contain this tensor (any more).")
        try:
            return BundleEntryProto.FromString(self._entries[key])
        except DecodeError as error:
            raise DamagedDataError("The index of the checkpoint is damaged.") from error

    def _rows(
        self, entry: BundleEntryProto, span: _Span, first: int, stride: int
    ) -> NDArray[np.float32]:
        """Return rows `first`, `first + stride`, … of an entry; its checksum covers all."""
        element, _ = element_of(TensorProto(dtype=entry.dtype))
        width = np.dtype(element).itemsize * span.columns
        if entry.size != width * span.rows:
            raise DamagedDataError("The tensor has another size than its shape.")
        at_once = stride * max(1, _BYTES_AT_ONCE // (stride * width))
        pieces, crc = [], 0
        with self._open(self._ending(entry.shard_id)) as file:
            file.seek(entry.offset)
            for row in range(0, span.rows, at_once):
                rows = min(at_once, span.rows - row)
                piece = _read_fully(file, rows * width)
                crc = crc32c(piece, crc)
                pieces.append(
                    np.frombuffer(piece, np.uint8).reshape(rows, width)[first::stride].tobytes()
                )
        if mask(crc) != entry.crc32c:
            raise DamagedDataError("The checksum of the tensor is wrong: try again, or save again.")
        content = b"".join(pieces)
        tensor = TensorProto(dtype=entry.dtype, tensor_content=content)
        for size in (len(content) // width, span.columns):
            tensor.tensor_shape.dim.add(size=size)
        return read_tensor(tensor).astype(np.float32)


def _read_fully(file: RawIOBase, size: int) -> bytes:
    piece = file.read(size)
    while len(piece) < size:
        more = file.read(size - len(piece))
        if not more:
            raise DamagedDataError("The file of the checkpoint was cut, or is being written.")
        piece += more
    return piece
