"""Expressions are equal to those of NumPy and of Python's own grammar, bit by bit."""

import re
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.arrays import Floats
from scopeboard.expressions.evaluate import evaluate
from scopeboard.expressions.functions import FUNCTIONS
from scopeboard.expressions.parser import parse_expression
from scopeboard.expressions.syntax import Operand, TagOperand

NAMES = ("a", "b", "c")
NUMBER = re.compile(r"(?<![\w.])(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[0-9]+)?")
NUMPY: dict[str, Any] = {
    **{name: getattr(np, name) for name in FUNCTIONS if hasattr(np, name)},
    "round": np.rint,
    "min": lambda *columns: np.minimum.reduce(columns),
    "max": lambda *columns: np.maximum.reduce(columns),
    "cummin": np.minimum.accumulate,
    "cummax": np.maximum.accumulate,
    "diff": lambda column: np.append(np.nan, np.diff(column)),
    "column": lambda number: np.broadcast_to(np.float64(number), SIZE),
}
SIZE = 8
COLUMNS = st.lists(st.floats() | st.integers(-9, 9).map(float), min_size=SIZE, max_size=SIZE).map(
    np.array
)


def texts() -> st.SearchStrategy[str]:
    """Return texts that are expressions in our grammar and in Python's."""
    numbers = st.sampled_from(["0.5", "2.0", "3.25e2", ".5", "0.0"])
    leaves = st.sampled_from(NAMES) | numbers
    unary = [name for name, function in FUNCTIONS.items() if function.most == 1]

    def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        operator = st.sampled_from(["+", " - ", "*", "/", " % ", "**"])
        arguments = st.lists(inner, min_size=2, max_size=4).map(", ".join)
        return (
            st.tuples(inner, operator, inner).map("".join)
            | inner.map(lambda text: f"-{text}")
            | inner.map(lambda text: f"({text})")
            | st.tuples(st.sampled_from(unary), inner).map(lambda one: f"{one[0]}({one[1]})")
            | st.tuples(st.sampled_from(["min", "max"]), arguments).map(
                lambda one: f"{one[0]}({one[1]})"
            )
        )

    return st.recursive(leaves, larger, max_leaves=12)


@given(texts(), COLUMNS, COLUMNS, COLUMNS)
def test_an_expression_is_what_numpy_makes_of_it(
    text: str, a: Floats, b: Floats, c: Floats
) -> None:
    columns = dict(zip(NAMES, (a, b, c), strict=True))
    operands: dict[Operand, Floats | float] = {TagOperand(name): columns[name] for name in NAMES}
    tree = parse_expression(f"a * 0.0 + ({text})")
    found = evaluate(tree, {}, operands, SIZE)
    names = NUMPY | columns
    python = NUMBER.sub(r"column(\g<0>)", f"a * 0.0 + ({text})")
    with np.errstate(all="ignore"):
        expected = eval(python, {"__builtins__": {}}, names)  # noqa: S307
    np.testing.assert_array_equal(found, expected)


def test_variables_and_constants_are_columns() -> None:
    step = np.array([0.0, 1.0, 2.0])
    operands: dict[Operand, Floats | float] = {TagOperand("a"): np.array([5.0, np.nan, -np.inf])}
    tree = parse_expression("cumsum(2) + step + 0 * a")
    found = evaluate(tree, {"step": step}, operands, 3)
    np.testing.assert_array_equal(found, [2, np.nan, np.nan])
    assert found.flags.c_contiguous
