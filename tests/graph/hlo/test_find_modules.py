"""HLO modules in files: alone, in an HloProto, in a profile; and files that have none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.hlo.models import FOLDER, bytes_of, computation, module, op, profile_of, window_of
from scopeboard.graph.hlo import find_modules as finding
from scopeboard.graph.hlo.find_modules import find_modules
from scopeboard.protowire.nested import Window
from scopeboard.wire import hlo_pb2 as wire
from tools.examples import examples


def names_in(data: bytes) -> list[str]:
    return [each.name for each in find_modules(window_of(data))]


def test_a_module_alone_and_in_a_program() -> None:
    assert names_in(bytes_of("control")) == ["jit_control"]
    program = wire.Program(hlo_module=bytes_of("control")).SerializeToString()
    (found,) = find_modules(Window.of(program))
    span = Window.of(program).get_span(found.path)
    assert program[span.start : span.end] == bytes_of("control")
    assert names_in((FOLDER / "tensorflow_program.pb").read_bytes()) == ["a_inference_f_13__.1"]


def test_the_modules_of_a_profile_are_listed_the_largest_first() -> None:
    data = (FOLDER / "profile.xplane.pb").read_bytes()
    found = find_modules(Window.of(data))
    assert "jit_control" in [each.name for each in found]
    assert [each.size for each in found] == sorted((each.size for each in found), reverse=True)
    for each in found:
        span = Window.of(data).get_span(each.path)
        assert names_in(data[span.start : span.end]) == [each.name]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x0a\x01a",
        wire.Module(name=b"a\x01", computations=[computation(1, op(1, "add"))]).SerializeToString(),
        wire.Module(computations=[computation(1, op(1, "add"))]).SerializeToString(),
        module(computation(1, op(1, "Add"))),
        module(computation(1, op(1, "add", name=""))),
        wire.Module(name=b"f", computations=[b"\x0a\x01a"]).SerializeToString(),
        wire.Profile(
            planes=[wire.Plane(name=b"/host:CPU").SerializeToString()]
        ).SerializeToString(),
    ],
)
def test_other_messages_are_no_modules(data: bytes) -> None:
    assert names_in(data) == []


def test_a_module_of_which_the_end_is_missing_is_one() -> None:
    data = bytes_of("control")
    for size in range(200, len(data), 1001):
        assert names_in(data[:size]) == ["jit_control"]


def test_every_beginning_of_a_profile_has_modules_or_none() -> None:
    data = profile_of(bytes_of("control"), bytes_of("sharded"))
    whole = find_modules(window_of(data))
    assert [each.name for each in whole] == ["jit_control", "jit_program"]
    counts = {len(find_modules(window_of(data[:end]))) for end in range(0, len(data), 7)}
    assert counts == {0, 1, 2}


@examples(200)
@given(st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), min_size=1))
def test_what_is_found_in_changed_bytes_lies_in_the_file(flips: list[tuple[float, int]]) -> None:
    data = bytearray(profile_of(bytes_of("control"), module(computation(1, op(1, "add")))))
    for index, (place, byte) in enumerate(flips):
        data[int(place * (len(data) if index % 2 else 300))] = byte
    window = window_of(bytes(data))
    for each in find_modules(window):
        span = window.get_span(each.path)
        assert 0 <= span.start < span.end <= len(data)
        assert span.end - span.start == each.size


def test_only_the_heads_of_a_large_profile_are_read() -> None:
    """Each module has a constant of a megabyte, and its name is at its beginning."""
    large = op(1, "constant", literal=bytes(1 << 20))
    data = profile_of(*[module(computation(1, large), name=f"m{at}") for at in range(8)])
    read = 0

    def read_at(start: int, end: int) -> bytes:
        nonlocal read
        read += min(end, len(data)) - start
        return data[start:end]

    assert len(find_modules(Window(read_at, len(data), may_be_cut=True))) == 8
    assert read < len(data) // 4


def test_entries_of_a_profile_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "_MAX_ENTRIES", 2)
    small = module(computation(1, op(1, "add")))
    assert names_in(profile_of(small, small, small)) == ["jit_f", "jit_f"]
