"""Archives of torch.export: which members are read, damage, and what a hostile archive may hold."""

import json
import struct
from io import BytesIO
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.torch_export.archives import (
    archive,
    bytes_of,
    converted,
    graph,
    node,
    parsed,
    program,
    tensor,
)
from scopeboard.concurrency.cancellation import never_cancelled
from scopeboard.errors import DamagedDataError
from scopeboard.graph.source.file_kinds import find_content
from scopeboard.graph.torch_export.archive import (
    MAX_DIRECTORY_BYTES,
    MAX_PROGRAM_BYTES,
    MAX_PROGRAMS,
    find_programs,
    read_programs,
)
from scopeboard.protowire.nested import Window
from tools.examples import examples

RELU = program(graph(node("torch.ops.aten.relu.default", [tensor("x")], "y"), inputs="x"))


def programs_of(data: bytes) -> list[str]:
    return [each.name for each in read_programs(Window.of(data), never_cancelled)]


@pytest.mark.parametrize(("name", "found"), [("cnn", ["model"]), ("cnn_2.6", [""])])
def test_programs_of_both_formats_are_found(name: str, found: list[str]) -> None:
    data = bytes_of(name)
    assert find_programs(Window.of(data)) == programs_of(data) == found
    content = find_content(Window.of(data))
    assert content is not None
    assert [each.form for each in content.graphs] == ["torch_export"]


def test_a_zip_without_a_program_has_no_graph() -> None:
    data = archive(more={"net/code/net.py": b"pass"})
    assert find_content(Window.of(data)) is None
    with pytest.raises(DamagedDataError, match="no program"):
        programs_of(data)


def test_only_programs_and_the_places_of_weights_are_read() -> None:
    """A weight of 4 MB in front of the program stays unread."""
    members = {"net/data/weights/weight_0": bytes(4 << 20), "net/data/constants/c": b"\x80pickle"}
    data = archive(RELU, more=members)
    reads: list[int] = []

    def read_at(start: int, end: int) -> bytes:
        reads.append(end - start)
        return data[start:end]

    assert len(read_programs(Window(read_at, len(data)), never_cancelled)) == 1
    assert sum(reads) < 200_000


@pytest.mark.parametrize("name", ["cond", "cnn_2.6"])
def test_every_truncation_is_an_error(name: str) -> None:
    data = bytes_of(name)
    for end in range(0, len(data), 37):
        with pytest.raises(DamagedDataError, match="directory"):
            converted(data[:end])


@examples(300)
@given(
    st.sampled_from(["cond", "cnn_2.6"]),
    st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), min_size=1),
)
def test_flipped_bytes_give_a_graph_or_an_error(name: str, flips: list[tuple[float, int]]) -> None:
    """Half of them are in the directory at the end."""
    data = bytearray(bytes_of(name))
    for index, (place, byte) in enumerate(flips):
        span = len(data) if index % 2 else 2000
        data[len(data) - 1 - int(place * span)] = byte
    try:
        result = parsed(bytes(data))
    except DamagedDataError:
        return
    assert len(result.graph) < 100


def test_a_bomb_is_refused_by_its_size() -> None:
    data = archive(bytes(MAX_PROGRAM_BYTES + 1), compression=ZIP_DEFLATED)
    assert len(data) < 1 << 20
    with pytest.raises(DamagedDataError, match="128 MB of programs"):
        programs_of(data)


def test_a_bomb_that_states_a_small_size_is_refused() -> None:
    """The directory says 100 bytes; the member unpacks to 100 MB."""
    data = bytearray(archive(bytes(100 << 20), compression=ZIP_DEFLATED))
    entry = data.rindex(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = struct.pack("<I", 100)
    with pytest.raises(DamagedDataError, match="program in the archive"):
        programs_of(bytes(data))


def test_a_directory_that_is_too_large_is_not_read() -> None:
    """Its place is before the end of a file of 100 MB, of which nothing else exists."""
    size, directory = 100 << 20, MAX_DIRECTORY_BYTES + 1
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 9, 9, directory, size - directory, 0)

    def read_at(start: int, stop: int) -> bytes:
        assert stop - start <= MAX_DIRECTORY_BYTES
        return (bytes(min(stop, size) - start) if start < size else b"") + (
            end[max(start - size, 0) : stop - size] if stop > size else b""
        )

    with pytest.raises(DamagedDataError, match="16 MB"):
        find_programs(Window(read_at, size + len(end)))


def test_too_many_programs_are_refused() -> None:
    with pytest.raises(DamagedDataError, match="programs"):
        programs_of(archive(*[RELU] * (MAX_PROGRAMS + 1)))


def test_other_compressions_are_refused() -> None:
    with pytest.raises(DamagedDataError, match="unknown way"):
        programs_of(archive(RELU, compression=ZIP_BZIP2))


def test_encrypted_programs_are_refused() -> None:
    data = bytearray(archive(RELU))
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    data[6] |= 1
    with pytest.raises(DamagedDataError, match="cut or damaged"):
        programs_of(bytes(data))


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b'{"a": }', b"\xff\xfe", b"[" * 200_000, b'{"a": ' + b"9" * 10_000 + b"}"],
    ids=["empty", "cut", "invalid", "bytes", "deep", "long number"],
)
def test_text_that_is_no_json_is_an_error(text: bytes) -> None:
    with pytest.raises(DamagedDataError, match="not valid JSON"):
        converted(archive(text))


def test_a_newer_program_wins_over_an_older_one() -> None:
    data = archive(RELU, more={"serialized_exported_program.json": json.dumps(RELU).encode()})
    assert programs_of(data) == ["m0"]


def test_an_older_program_may_be_below_a_folder() -> None:
    file = BytesIO()
    with ZipFile(file, "w") as made:
        made.writestr("archive/serialized_exported_program.json", json.dumps(RELU))
    assert programs_of(file.getvalue()) == [""]
