"""Cached columns equal the parsed ones, and a damaged file counts as missing."""

from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import any_graph, graph_bytes, node, ops, real_graph, unhurried
from scopeboard.graph.graphdef.parser import parse
from scopeboard.graph.prepared.graph_cache import GraphCache
from scopeboard.graph.prepared.op_graph_codec import decode_graph, encode_graph
from scopeboard.store.derived import LocalValues

Value = Any


def as_lists(value: Value) -> Value:
    """Return columns and value types as lists, to be compared."""
    if is_dataclass(value):
        return {field.name: as_lists(getattr(value, field.name)) for field in fields(value)}
    return (str(value.dtype), value.tolist()) if isinstance(value, np.ndarray) else value


def encoded(data: bytes) -> bytes:
    return b"".join(encode_graph(parse(data)))


@pytest.mark.parametrize("name", ["seed_mnist", "torch_cnn", "traced_while"])
def test_decoding_returns_the_encoded_real_graph(name: str) -> None:
    data = real_graph(name)
    assert as_lists(decode_graph(encoded(data))) == as_lists(parse(data))


@unhurried
@given(any_graph())
def test_decoding_returns_any_encoded_graph(data: bytes) -> None:
    assert as_lists(decode_graph(encoded(data))) == as_lists(parse(data))


def test_names_may_hold_any_character() -> None:
    data = graph_bytes(node("a\0b"), node("\n"), node("\x01\x02"), node(""))
    assert as_lists(decode_graph(encoded(data))) == as_lists(parse(data))


@given(st.data())
def test_a_damaged_file_counts_as_missing(draw: st.DataObject) -> None:
    data = bytearray(encoded(ops("a Add", "b Add a")))
    offset = draw.draw(st.integers(0, len(data) - 1))
    data[offset] ^= draw.draw(st.integers(1, 255))
    assert decode_graph(bytes(data)) is None
    assert decode_graph(bytes(data[:offset])) is None


def test_a_stored_graph_is_found_until_its_file_is_damaged(tmp_path: Path) -> None:
    cache = GraphCache(LocalValues(directory=lambda: tmp_path))
    parsed = parse(real_graph("seed_mnist"))
    assert cache.find("one") is None
    assert cache.put("one", parsed)
    assert as_lists(cache.find("one")) == as_lists(parsed)
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert cache.find("one") is None


def test_nothing_is_stored_without_a_place() -> None:
    cache = GraphCache()
    assert not cache.put("one", parse(ops("a Add")))
    assert cache.find("one") is None
