"""Templates: the columns of their slots, and finding the template of a body."""

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.columnar.template import Template, learn_template
from scopeboard.events.columnar.template_set import (
    NO_TEMPLATE,
    TemplateIndex,
    TemplateSet,
    body_keys,
)
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.summary_pb2 import Summary
from tools import writer


def body(tag: str, value: float) -> bytes:
    return Event(summary=Summary(value=[writer.tf1_scalar(tag, value)])).SerializeToString()


def rows_of(bodies: list[bytes], width: int = 64) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return bodies as rows, with other bytes after them."""
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


def test_bodies_that_share_a_key_are_distinguished() -> None:
    index, names = TemplateIndex(64), ["a", "b", "c"]
    for number, name in enumerate(names):
        index.add(7, number, template_of(body(name, 0)))
    bodies = [body("c", 1), body("a", 2), body("z", 3), body("b", -1), body("a", 1) + b"\x00"]
    rows, lengths = rows_of(bodies)
    numbers, new = index.match(rows, lengths, np.full(len(bodies), 7, np.uint64))
    assert numbers.tolist() == [2, 0, NO_TEMPLATE, 1, NO_TEMPLATE]
    assert new.tolist() == [2, 4]


def test_a_key_without_templates_is_not_learnt_again() -> None:
    index = TemplateIndex(64)
    index.add(7, 0, None)
    rows, lengths = rows_of([body("a", 1), body("b", 1)])
    numbers, new = index.match(rows, lengths, np.array([7, 8], np.uint64))
    assert numbers.tolist() == [NO_TEMPLATE] * 2
    assert new.tolist() == [1]


def test_every_byte_outside_the_value_is_compared() -> None:
    index, content = TemplateIndex(64), body("metrics/tag", 1.5)
    template = template_of(content)
    rows, lengths = rows_of([content])
    key = body_keys(rows, lengths)
    index.add(int(key[0]), 0, template)
    for offset in range(len(content)):
        changed = bytearray(content)
        changed[offset] ^= 0x10
        rows, _ = rows_of([bytes(changed)])
        numbers, _ = index.match(rows, lengths, key)
        assert numbers.tolist() == [0 if template.mask[offset] != 255 else NO_TEMPLATE]


def learn(templates: TemplateSet, *tags: str) -> None:
    values = [writer.tf1_scalar(tag, 1) for tag in tags]
    body = Event(summary=Summary(value=values)).SerializeToString()
    templates.learn(templates.indexes[-1], hash(tags) & 0xFFFF, body)
    templates.arrange()


def test_slots_are_in_columns() -> None:
    templates = TemplateSet()
    learn(templates, "a", "b")
    learn(templates, "b")
    assert templates.first_slots.tolist() == [0, 2]
    assert templates.slot_counts.tolist() == [2, 1]
    assert templates.slot_series.tolist() == [0, 1, 1]
    assert templates.are_summaries.tolist() == [True, True]
    assert templates.templates_with({"a"}).tolist() == [True, False]


def test_a_body_without_template_adds_nothing() -> None:
    templates = TemplateSet()
    templates.learn(templates.indexes[0], 1, b"\xff")
    templates.arrange()
    assert len(templates.slots) == len(templates.first_slots) == 0


def test_a_set_is_bounded() -> None:
    templates, learnt = TemplateSet(), 0
    while not templates.is_full:
        learn(templates, f"tag {learnt}")
        learnt += 1
    assert 100 < learnt < 5000
