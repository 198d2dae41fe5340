"""Points as a Parquet file: columns `run`, `tag`, `step`, `wall_time` (s) and `value`."""

from collections.abc import Callable, Iterable, Iterator
from io import RawIOBase
from typing import TYPE_CHECKING, Final

import pyarrow as pa
from pyarrow import parquet

from scopeboard.export.series import Points

if TYPE_CHECKING:
    from typing_extensions import Buffer

_ROWS_AT_ONCE: Final = 200_000
_NAMES: Final = pa.dictionary(pa.int32(), pa.string())
SCHEMA: Final = pa.schema(
    [
        ("run", _NAMES),
        ("tag", _NAMES),
        ("step", pa.int64()),
        ("wall_time", pa.float64()),
        ("value", pa.float64()),
    ]
)


def parquet_file(points: Iterable[Points], name_of: Callable[[str], str]) -> Iterator[bytes]:
    """Yield the pieces of a file; see `csv_text` for the arguments."""
    sink = _Sink()
    with parquet.ParquetWriter(sink, SCHEMA) as writer:
        for some in _portions(points):
            writer.write_table(_table(some, name_of))
            yield sink.taken()
    yield sink.taken()


class _Sink(RawIOBase):
    """Takes what is written until it is asked for."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: "Buffer") -> int:
        piece = bytes(data)
        self._pieces.append(piece)
        self._size += len(piece)
        return len(piece)

    def tell(self) -> int:
        return self._size

    def taken(self) -> bytes:
        """Return what came since the last time."""
        whole = b"".join(self._pieces)
        self._pieces.clear()
        return whole


def _portions(points: Iterable[Points]) -> Iterator[list[Points]]:
    some: list[Points] = []
    rows = 0
    for series in points:
        some.append(series)
        rows += len(series.step)
        if rows >= _ROWS_AT_ONCE:
            yield some
            some, rows = [], 0
    if some:
        yield some


def _table(some: list[Points], name_of: Callable[[str], str]) -> pa.Table:
    counts = [len(series.step) for series in some]
    columns = [
        _repeated([name_of(series.run) for series in some], counts),
        _repeated([series.tag for series in some], counts),
        *(
            pa.concat_arrays([pa.array(getattr(series, name)) for series in some])
            for name in ("step", "wall_time", "value")
        ),
    ]
    return pa.Table.from_arrays(columns, schema=SCHEMA)


def _repeated(texts: list[str], counts: list[int]) -> pa.DictionaryArray:
    """Return each text as often as its count says, as codes of distinct texts."""
    distinct = {text: code for code, text in enumerate(dict.fromkeys(texts))}
    codes = [
        pa.repeat(pa.scalar(distinct[t], pa.int32()), n) for t, n in zip(texts, counts, strict=True)
    ]
    words = [text.encode("utf-8", "replace").decode() for text in distinct]
    return pa.DictionaryArray.from_arrays(pa.concat_arrays(codes), pa.array(words, pa.string()))
