"""Templates and the columns of their slots."""

from scopeboard.events.columnar.template_set import TemplateBank
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.summary_pb2 import Summary
from tools import writer


def learn(bank: TemplateBank, *tags: str) -> None:
    values = [writer.tf1_scalar(tag, 1) for tag in tags]
    body = Event(summary=Summary(value=values)).SerializeToString()
    bank.learn(bank.shelves[-1], hash(tags) & 0xFFFF, body)
    bank.arrange()


def test_slots_stand_in_columns() -> None:
    bank = TemplateBank()
    learn(bank, "a", "b")
    learn(bank, "b")
    assert bank.first_slots.tolist() == [0, 2]
    assert bank.slot_counts.tolist() == [2, 1]
    assert bank.slot_series.tolist() == [0, 1, 1]
    assert bank.are_summaries.tolist() == [True, True]
    assert bank.templates_with({"a"}).tolist() == [True, False]


def test_a_body_without_template_adds_nothing() -> None:
    bank = TemplateBank()
    bank.learn(bank.shelves[0], 1, b"\xff")
    bank.arrange()
    assert len(bank.slots) == len(bank.first_slots) == 0


def test_a_bank_is_bounded() -> None:
    bank, learnt = TemplateBank(), 0
    while not bank.is_full:
        learn(bank, f"tag {learnt}")
        learnt += 1
    assert 100 < learnt < 5000
