"""The grammar of the run table's filter: as that of the page."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.errors import QueryError
from scopeboard.run_filter.parse import (
    Comparison,
    FilterNode,
    Junction,
    Negation,
    Pattern,
    Text,
    keys_of,
    parse_filter,
)
from tools.examples import examples
from tools.filter_vectors import VECTORS


def tree(node: FilterNode | None) -> Any:  # noqa: ANN401 - JSON
    match node:
        case Text():
            return {"text": node.text}
        case Pattern():
            return {"pattern": typed(node.pattern)}
        case Negation():
            return {"not": tree(node.of)}
        case Comparison():
            is_text = isinstance(node.value, str)
            value = {"value": node.value} if is_text else {"pattern": typed(node.value)}
            return {"key": node.key, "op": node.op, **value}
        case Junction():
            return {node.kind: [tree(part) for part in node.of]}
        case _:
            return None


def typed(pattern: Any) -> str:  # noqa: ANN401 - of a text or bytes
    """Return an expression as the page writes it."""
    return str(pattern.pattern).replace("\\/", "/").replace("(?P<", "(?<")


@pytest.mark.parametrize(("text", "expected"), VECTORS["parses"])
def test_texts_parse_as_on_the_page(text: str, expected: object) -> None:
    try:
        parsed = tree(parse_filter(text))
    except QueryError as error:  # the reason of an engine is its own
        parsed = {"error": re.sub("(valid regular expression): .*", r"\1", str(error))}
    assert parsed == expected


def test_long_and_deep_filters_are_refused() -> None:
    assert parse_filter("a" * 2000)
    assert parse_filter("(" * 49 + "a" + ")" * 49)
    for text, message in [
        ("a" * 2001, "Filter too long \\(limit 2,000 characters\\)"),
        ("(" * 51 + "a", "Too many nested groups"),
        ("not " * 60 + "a", "Too many nested groups"),
    ]:
        with pytest.raises(QueryError, match=message):
            parse_filter(text)


def test_the_keys_of_a_query() -> None:
    assert keys_of(parse_filter("lr<1 or (-tag:x lr>2)")) == ["lr", "tag"]
    assert keys_of(None) == keys_of(parse_filter("a")) == []


PIECES = ["(", ")", "or ", "not ", "-", "/", '"', "<", "=", ":", " ", "a", "\\", "é", "[", "{2"]


@examples(500)
@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES)).map("".join)))
def test_any_text_is_a_query_or_an_error(text: str) -> None:
    try:
        node = parse_filter(text)
    except QueryError:
        return
    assert node is not None or not text.strip() or text.strip() == "\ufeff"
