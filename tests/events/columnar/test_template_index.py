"""Finding the template of a body."""

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.columnar.template import Template, learn_template
from scopeboard.events.columnar.template_index import NO_TEMPLATE, TemplateIndex, body_keys
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.summary_pb2 import Summary
from tools import writer


def body(tag: str, value: float) -> bytes:
    return Event(summary=Summary(value=[writer.tf1_scalar(tag, value)])).SerializeToString()


def rows_of(bodies: list[bytes], width: int = 64) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return bodies as rows, with other bytes behind them."""
    data = b"".join(item.ljust(width, b"\xa5") for item in bodies)
    lengths = np.array([len(item) for item in bodies], np.int64)
    return np.frombuffer(data, "<u8").reshape(-1, width // 8), lengths


def template_of(content: bytes) -> Template:
    template = learn_template(content)
    assert template is not None
    return template


def test_bodies_that_differ_in_values_share_a_key() -> None:
    rows, lengths = rows_of([body("a", 1), body("a", 2), body("b", 1), body("ab", 1)])
    keys = body_keys(rows, lengths).tolist()
    assert keys[0] == keys[1]
    assert len(set(keys)) == 3


def test_a_shared_key_costs_no_truth() -> None:
    index, names = TemplateIndex(64), ["a", "b", "c"]
    for number, name in enumerate(names):
        index.add(7, number, template_of(body(name, 0)))
    bodies = [body("c", 1), body("a", 2), body("z", 3), body("b", -1), body("a", 1) + b"\x00"]
    rows, lengths = rows_of(bodies)
    found, new = index.match(rows, lengths, np.full(len(bodies), 7, np.uint64))
    assert found.tolist() == [2, 0, NO_TEMPLATE, 1, NO_TEMPLATE]
    assert new.tolist() == [2, 4]


def test_a_key_without_templates_is_not_learnt_again() -> None:
    index = TemplateIndex(64)
    index.add(7, 0, None)
    rows, lengths = rows_of([body("a", 1), body("b", 1)])
    found, new = index.match(rows, lengths, np.array([7, 8], np.uint64))
    assert found.tolist() == [NO_TEMPLATE] * 2
    assert new.tolist() == [1]


def test_every_byte_outside_the_value_is_compared() -> None:
    index, content = TemplateIndex(64), body("metrics/tag", 1.5)
    template = template_of(content)
    rows, lengths = rows_of([content])
    key = body_keys(rows, lengths)
    index.add(int(key[0]), 0, template)
    for at in range(len(content)):
        changed = bytearray(content)
        changed[at] ^= 0x10
        rows, _ = rows_of([bytes(changed)])
        found, _ = index.match(rows, lengths, key)
        assert found.tolist() == [0 if template.mask[at] != 255 else NO_TEMPLATE]
