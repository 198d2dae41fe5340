"""Rules of a viewer: their syntax, the nodes that they match, and the rule that decides."""

import pytest

from scopeboard.errors import QueryError
from scopeboard.graph.scope.extraction import EXCLUDED, INCLUDED, UNSPECIFIED
from scopeboard.graph.scope.rules import (
    MAX_BULK_RULES,
    MAX_CHOICES,
    Choice,
    NamedNodes,
    decide,
    parse_choices,
)

NAMES = ["train/init", "train/step", "loss", "loss/(loss)"]
OPS = ["NoOp", "", "", "Mean"]


def test_a_parsed_rule_formats_as_it_was_written() -> None:
    texts = ["exclude:op:NoOp", "include:name:a:b/c", "exclude:regex:^x:.*$"]
    assert [str(choice) for choice in parse_choices(texts)] == texts
    assert parse_choices(texts)[1] == Choice("include", "name", "a:b/c")


@pytest.mark.parametrize(
    "text", ["", "exclude", "exclude:op", "exclude:op:", "drop:op:A", "include:x:A"]
)
def test_a_malformed_rule_raises(text: str) -> None:
    with pytest.raises(QueryError, match=r"Invalid rule “.*”: expected include or exclude"):
        parse_choices([text])


def test_too_many_rules_raise() -> None:
    with pytest.raises(QueryError, match="1,001 rules"):
        parse_choices(["include:name:a"] * (MAX_CHOICES + 1))
    with pytest.raises(QueryError, match="51 rules for many nodes"):
        parse_choices(["include:op:a"] * (MAX_BULK_RULES + 1))


@pytest.mark.parametrize(
    ("rule", "fitting"),
    [
        ("exclude:name:loss", [2]),
        ("exclude:scope:loss", [3]),
        ("exclude:scope:train", [0, 1]),
        ("exclude:op:NoOp", [0]),
        ("exclude:regex:^train/.*p$", [1]),
        ("exclude:regex:loss", [2, 3]),
    ],
)
def test_a_rule_matches(rule: str, fitting: list[int]) -> None:
    decision, rules = decide(parse_choices([rule]), NamedNodes(NAMES, OPS))
    assert [row for row in range(4) if decision[row] == EXCLUDED] == fitting
    assert [row for row in range(4) if rules[row] == rule] == fitting


def test_the_last_rule_decides() -> None:
    choices = parse_choices(["exclude:scope:train", "include:name:train/step", "include:op:Mean"])
    decision, rules = decide(choices, NamedNodes(NAMES, OPS))
    assert decision.tolist() == [EXCLUDED, INCLUDED, UNSPECIFIED, INCLUDED]
    assert rules[:2] == [str(choices[0]), str(choices[1])]


def test_an_invalid_pattern_raises() -> None:
    with pytest.raises(QueryError, match="Invalid pattern"):
        decide(parse_choices(["exclude:regex:("]), NamedNodes(NAMES, OPS))
