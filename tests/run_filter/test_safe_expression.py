"""Expressions that the page refuses are refused here, too."""

import pytest

from scopeboard.errors import QueryError
from scopeboard.run_filter.safe_expression import parse_expression


@pytest.mark.parametrize(
    ("text", "name"),
    [("ADAM", "adam_1"), ("^a.b$", "a\u20acb"), ("(?<lr>lr_[^/]*)", "x/lr_1"), (r"\(?<", "a<b")],
)
def test_expressions_ignore_case_and_have_named_groups(text: str, name: str) -> None:
    assert parse_expression(text).search(name)


@pytest.mark.parametrize(
    "text", ["(a+)+", "(a|b)*", r"(a)\1", r"(?<x>a)\k<x>", "a*" * 7, "(", "a" * 301]
)
def test_expressions_that_may_take_long_are_refused(text: str) -> None:
    with pytest.raises(QueryError, match=r"^/"):
        parse_expression(text)


@pytest.mark.parametrize("text", [r"\(a+\)+", "[(a+)]+", "(ab)+", "a*" * 6, "(?<=a)b"])
def test_expressions_that_cannot_are_not(text: str) -> None:
    parse_expression(text)


@pytest.mark.parametrize(
    "text", [r"loss\-2", r"a\ b", r"\#", r"\_", r"\ä", r"\Aa", r"[\#]", r"\\\-"]
)
def test_escapes_that_browsers_refuse_are_refused(text: str) -> None:
    with pytest.raises(QueryError, match="invalid escape"):
        parse_expression(text)


@pytest.mark.parametrize(
    "text", [r"a\/b", r"[a\-c]", r"\\-2", r"\^\$\.\*\+\?\(\)\[\]\{\}\|", r"\d\t"]
)
def test_escapes_that_browsers_have_are_not(text: str) -> None:
    parse_expression(text)
