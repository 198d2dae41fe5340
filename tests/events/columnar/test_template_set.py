"""Templates and the columns of their slots."""

from scopeboard.events.columnar.template_set import TemplateSet
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.summary_pb2 import Summary
from tools import writer


def learn(templates: TemplateSet, *tags: str) -> None:
    values = [writer.tf1_scalar(tag, 1) for tag in tags]
    body = Event(summary=Summary(value=values)).SerializeToString()
    templates.learn(templates.indexes[-1], hash(tags) & 0xFFFF, body)
    templates.arrange()


def test_slots_stand_in_columns() -> None:
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


def test_a_bank_is_bounded() -> None:
    templates, learnt = TemplateSet(), 0
    while not templates.is_full:
        learn(templates, f"tag {learnt}")
        learnt += 1
    assert 100 < learnt < 5000
