"""The parameters of a request for an expression, parsed."""

from collections.abc import Sequence
from typing import get_args

from scopeboard.errors import QueryError
from scopeboard.expressions.computed_series import ComputedQuery
from scopeboard.expressions.parser import parse_axis, parse_expression
from scopeboard.expressions.syntax import Expression, TagOperand
from scopeboard.store.query.axis import Axis


def parse_query(
    expression: str | None,
    tag: str | None,
    x: str,
    runs: Sequence[str] | None,
    baseline: str | None,
) -> ComputedQuery:
    """Return the query of an expression, or of a tag, over an axis.

    Args:
        expression: the values, None for a tag.
        tag: the name of a tag, None for an expression.
        x: the name of an axis, or the expression of the positions.
        runs: ids, None for all.
        baseline: the id of the baseline run, if any.

    Raises:
        ExpressionError: a text is no expression, or exceeds a bound.
        QueryError: there is neither an expression nor a tag, or both.
    """
    if (expression is None) == (tag is None):
        raise QueryError("Give either an expression or a tag.")
    value: Expression = TagOperand(tag) if tag is not None else parse_expression(expression or "")
    return ComputedQuery(value, parse_x(x), runs, baseline)


def parse_x(text: str) -> Axis | Expression:
    """Return an axis by its name, or the tree of the positions.

    Raises:
        ExpressionError: the text is no expression, or exceeds a bound.
    """
    axis = next((axis for axis in get_args(Axis) if axis == text), None)
    return parse_axis(text) if axis is None else axis
