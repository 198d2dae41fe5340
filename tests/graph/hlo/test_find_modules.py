"""HLO modules in files: alone, in an HloProto, in a profile; and files that have none."""

import pytest

from graph.hlo.models import FOLDER, bytes_of, computation, module, op, window_of
from scopeboard.graph.hlo.find_modules import find_modules
from scopeboard.protowire.nested import Window
from scopeboard.wire import hlo_pb2 as wire


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
