"""Hyper-parameters from the bytes of JSON and YAML."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scopeboard.configurations.parse import MAX_BYTES, read_configuration, read_json_text
from scopeboard.errors import DamagedDataError


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("params.json", b'{"lr": 0.1, "optimizer": {"name": "adam", "nesterov": true}}'),
        ("hparams.yaml", b"lr: 1e-1\noptimizer:\n  name: adam\n  nesterov: true\n"),
    ],
)
def test_nested_names_are_joined_by_dots(name: str, content: bytes) -> None:
    expected = (("lr", 0.1), ("optimizer.name", "adam"), ("optimizer.nesterov", True))
    assert read_configuration(name, content) == expected


def test_an_empty_file_has_no_values() -> None:
    assert read_configuration("hparams.yaml", b"") == ()
    assert read_configuration("hparams.yaml", b"# nothing\n") == ()
    assert read_configuration("params.json", b" \n") == ()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("params.json", b'{"lr": ', "not JSON at line 1, column 8: Expecting value"),
        ("params.json", b"[1, 2]", "no names with values at the top level"),
        ("params.json", b"\xff", "not UTF-8 at byte 0"),
        ("params.json", b"[" * 100_000, "JSON with too deep a nesting or too long a number"),
        ("config.yaml", b"a: 1\nb: [", "not YAML at line 3, column 1"),
        ("config.yaml", b" " * (MAX_BYTES + 1), "larger than 256 kB"),
    ],
)
def test_damage_is_a_sentence(name: str, content: bytes, message: str) -> None:
    with pytest.raises(DamagedDataError, match=message):
        read_configuration(name, content)


@given(some.binary(max_size=200), some.sampled_from(["a.json", "a.yaml"]))
def test_any_bytes_are_read_or_refused(content: bytes, name: str) -> None:
    try:
        values = read_configuration(name, content)
    except DamagedDataError:
        return
    assert all(isinstance(value, (bool, float, str)) for _, value in values)


_LEAVES = some.booleans() | some.floats(allow_nan=False) | some.text(max_size=9)


@given(some.dictionaries(some.text(min_size=1).filter(lambda key: "." not in key), _LEAVES))
def test_json_is_read_as_it_was_written(values: dict[str, bool | float | str]) -> None:
    content = json.dumps(values).encode()
    assert read_configuration("params.json", content) == tuple(sorted(values.items()))


def test_a_text_that_is_no_json_object_has_no_values() -> None:
    assert read_json_text(' {"lr": 1}\n') == (("lr", 1.0),)
    assert read_json_text("lr = 1") == read_json_text('{"lr": ') == read_json_text("[1]") == ()
