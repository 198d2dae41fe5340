"""Tables of a flatbuffer: fields, defaults, and offsets that lead nowhere."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.tflite.models import Fields, bytes_of, flatbuffer
from scopeboard.errors import DamagedDataError
from scopeboard.graph.tflite import flatbuffer as module
from scopeboard.graph.tflite.flatbuffer import Flatbuffer, is_tflite
from scopeboard.protowire.nested import Window


def opened(fields: Fields) -> Flatbuffer:
    return Flatbuffer(Window.of(flatbuffer(fields)))


def test_a_file_is_known_by_its_identifier() -> None:
    assert is_tflite(bytes_of("cnn"))
    assert not is_tflite(b"PK\3\4TFL")
    assert not is_tflite(b"TFL3")


@given(st.integers(-(2**31), 2**31 - 1), st.text(max_size=20), st.lists(st.integers(0, 255)))
def test_fields_are_what_was_written(number: int, text: str, listed: list[int]) -> None:
    buffer = opened({0: ("i", number), 2: text, 3: ("B", listed), 5: ("?", 1)})
    root = buffer.root()
    assert buffer.number(root, 0, "i") == number
    assert buffer.text(root, 2) == text
    assert buffer.numbers(root, 3, "B") == tuple(listed)
    assert buffer.raw(root, 3, len(listed)) == bytes(listed)
    assert buffer.number(root, 5, "?") == 1


def test_an_absent_field_has_its_default() -> None:
    buffer = opened({1: ("i", 4)})
    root = buffer.root()
    assert buffer.number(root, 0, "i", 7) == buffer.number(root, 9, "i", 7) == 7
    assert buffer.text(root, 0) == ""
    assert buffer.table(root, 0) is None
    assert buffer.tables(root, 0) == []
    assert buffer.reals(root, 2) == ()


def test_tables_lie_in_tables() -> None:
    buffer = opened({0: [{0: ("i", 1)}, {0: ("i", 2)}], 1: {0: {0: "deep"}}})
    root = buffer.root()
    assert [buffer.number(each, 0, "i") for each in buffer.tables(root, 0)] == [1, 2]
    inner = buffer.table(root, 1)
    assert inner is not None
    deep = buffer.table(inner, 0)
    assert deep is not None
    assert buffer.text(deep, 0) == "deep"


def test_a_text_is_read_to_its_limit() -> None:
    buffer = opened({0: "x" * (module.MAX_TEXT + 1)})
    assert len(buffer.text(buffer.root(), 0)) == module.MAX_TEXT


def test_a_vector_across_pages_is_whole() -> None:
    numbers = list(range(40_000))
    buffer = opened({0: ("i", numbers)})
    assert buffer.numbers(buffer.root(), 0) == tuple(numbers)


@pytest.mark.parametrize("place", [0, 8])
def test_an_offset_out_of_the_file_is_refused(place: int) -> None:
    data = bytearray(flatbuffer({0: "text"}))
    data[place : place + 4] = struct.pack("<I", 1 << 30)
    with pytest.raises(DamagedDataError, match="TFLite"):
        Flatbuffer(Window.of(bytes(data))).root()


def test_a_vector_longer_than_the_file_is_refused() -> None:
    data = bytearray(flatbuffer({0: ("i", [1, 2])}))
    at = data.rindex(struct.pack("<I", 2) + struct.pack("<2i", 1, 2))
    data[at : at + 4] = struct.pack("<I", 1 << 29)
    buffer = Flatbuffer(Window.of(bytes(data)))
    with pytest.raises(DamagedDataError, match="TFLite"):
        buffer.numbers(buffer.root(), 0)


def test_one_table_that_a_vector_names_often_counts_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MAX_TABLES", 3)
    buffer = opened({0: [{0: ("i", 1)}, {}]})
    root = buffer.root()
    assert len(buffer.tables(root, 0)) == 2
    with pytest.raises(DamagedDataError, match="tables"):
        buffer.tables(root, 0)


def test_one_vector_that_many_tables_name_is_read_to_a_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MAX_ELEMENTS", 100)
    buffer = opened({0: ("i", [0] * 60)})
    root = buffer.root()
    buffer.numbers(root, 0)
    with pytest.raises(DamagedDataError, match="elements"):
        buffer.numbers(root, 0)
