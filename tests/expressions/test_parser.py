"""Texts of expressions, valid and hostile, and their trees."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.expressions.parser import (
    MAX_CHARACTERS,
    MAX_DEPTH,
    MAX_OPERATIONS,
    MAX_TAGS,
    operand_names,
    parse_axis,
    parse_expression,
)
from scopeboard.expressions.syntax import (
    Call,
    ExpressionError,
    HparamOperand,
    Number,
    TagOperand,
    Variable,
    nodes,
)

LOSS = TagOperand("loss")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("loss", LOSS),
        (" train.loss_2 ", TagOperand("train.loss_2")),
        ("'train/loss'", TagOperand("train/loss")),
        (r'"a \"b\" \\ c"', TagOperand(r'a "b" \ c')),
        ("größe", TagOperand("größe")),
        ("loss@val", TagOperand("loss", "val")),
        ("'loss' @ 'x/y'", TagOperand("loss", "x/y")),
        ("step@val", TagOperand("step", "val")),
        ("'step'", TagOperand("step")),
        ("last", TagOperand("last")),
        ("last(loss@val)", TagOperand("loss", "val", is_latest=True)),
        ("baseline(last(loss))", TagOperand("loss", is_latest=True, of_baseline=True)),
        ("loss * step", Call("*", (LOSS, Variable("step")))),
        ("-loss ** 2", Call("negative", (Call("**", (LOSS, Number(2))),))),
        ("2 ** -loss", Call("**", (Number(2), Call("negative", (LOSS,))))),
        ("loss - 1 - .5e1", Call("-", (Call("-", (LOSS, Number(1))), Number(5)))),
        ("loss * (1 + 2)", Call("*", (LOSS, Call("+", (Number(1), Number(2)))))),
        ("max(loss, 0, 1)", Call("max", (LOSS, Number(0), Number(1)))),
        ("loss*hparam(bs)", Call("*", (LOSS, HparamOperand("bs")))),
        ("loss*baseline(hparam('b s'))", Call("*", (LOSS, HparamOperand("b s", True)))),
        (
            "last(log(loss) - 1)",
            Call("-", (Call("log", (TagOperand("loss", None, True),)), Number(1))),
        ),
    ],
)
def test_the_tree_of_a_text(text: str, tree: object) -> None:
    assert parse_expression(text) == tree


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("", 0, "Expected a tag, a number, a function or “(”, found the end (character 1)."),
        ("loss -", 6, "Expected a tag, a number, a function or “(”, found the end (character 7)."),
        ("loss val", 5, "Expected an operator or the end, found “val” (character 6)."),
        ("(loss", 5, "Expected an operator or “)”, found the end (character 6)."),
        ("loss)", 4, "Expected an operator or the end, found “)” (character 5)."),
        ("loss ^ 2", 5, "Expected ** for a power, found “^” (character 6)."),
        ("loss@", 5, "Expected a phase, such as val, found the end (character 6)."),
        ("max(loss)", 8, "Expected “,” and another argument of max, found “)” (character 9)."),
        ("log(loss, 2)", 8, "Expected “)”, found “,” (character 9)."),
        ("hparam()", 7, "Expected a hyper-parameter, found “)” (character 8)."),
        ("'loss", 5, "Expected a closing ', found the end (character 6)."),
        ("step * 2", 8, "Expected a tag, whose points are drawn, found none (character 9)."),
    ],
)
def test_an_error_says_where_and_what_was_expected(text: str, position: int, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse_expression(text)
    assert (caught.value.position, str(caught.value)) == (position, message)


def test_an_unknown_function_is_answered_with_those_there_are() -> None:
    with pytest.raises(
        ExpressionError, match=r"one of abs, .* hparam, found “foo\(” \(character 3"
    ):
        parse_expression("1+foo(loss)")


def test_other_characters_are_put_in_quotes() -> None:
    with pytest.raises(
        ExpressionError, match="found “#”; put names with such characters in quotes"
    ):
        parse_expression("loss#1")


def test_an_axis_needs_no_tag_but_something_that_varies() -> None:
    tree = parse_axis("step * hparam(bs)")
    assert operand_names(tree) == ([], ["bs"])
    with pytest.raises(ExpressionError, match="Expected a tag, step or a time on an axis"):
        parse_axis("hparam(bs) * 2")


def test_names_are_listed_once() -> None:
    tree = parse_expression("b + a@x - last(b) * hparam(h) / hparam(h)")
    assert operand_names(tree) == (["b", "a"], ["h"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x" * (MAX_CHARACTERS + 1), "at most 1,000 characters"),
        ("(" * (MAX_DEPTH + 1) + "x" + ")" * (MAX_DEPTH + 1), "nested parts"),
        ("abs(" * (MAX_DEPTH + 1) + "x" + ")" * (MAX_DEPTH + 1), "nested parts"),
        ("x**" * (MAX_DEPTH + 1) + "x", "nested parts"),
        ("x+" * (MAX_OPERATIONS + 1) + "x", "operations"),
        ("-" * (MAX_OPERATIONS + 1) + "x", "operations"),
        ("+".join(f"t{n}" for n in range(MAX_TAGS + 1)), "tags"),
        ("(" * MAX_CHARACTERS, "nested parts"),
        ("max(" + "x," * 20 + "x)", "Expected “\\)”"),
    ],
)
def test_an_expression_beyond_a_bound_is_refused(text: str, message: str) -> None:
    with pytest.raises(ExpressionError, match=message):
        parse_expression(text)


def test_an_expression_at_the_bounds_is_not() -> None:
    parse_expression("(" * (MAX_DEPTH - 1) + "x" + ")" * (MAX_DEPTH - 1))
    tree = parse_expression("x+" * MAX_OPERATIONS + "x")
    assert sum(isinstance(node, Call) for node in nodes(tree)) == MAX_OPERATIONS


PIECES = st.sampled_from(
    [
        *"+-*/%(),@\"'\\^ .0",
        "**",
        "1e",
        "9" * 400,
        "loss",
        "step",
        "log(",
        "max(",
        "last(",
        "hparam(",
        "baseline(",
        "\ud800",
        "\0",
        "é",
        "1e999",
        "١",
        "a\nb",
    ]
)


@given(st.text(max_size=40) | st.lists(PIECES, max_size=60).map("".join))
def test_any_text_is_a_tree_or_an_error_within_it(text: str) -> None:
    tree, position = None, 0
    try:
        tree = parse_expression(text)
    except ExpressionError as error:
        position = error.position
    assert 0 <= position <= len(text)
    assert tree is None or any(isinstance(node, TagOperand) for node in nodes(tree))


@given(st.text(min_size=1, max_size=30))
def test_any_name_can_be_quoted(name: str) -> None:
    for quote in "\"'":
        escaped = name.replace("\\", "\\\\").replace(quote, f"\\{quote}")
        assert parse_expression(f"{quote}{escaped}{quote}") == TagOperand(name)
