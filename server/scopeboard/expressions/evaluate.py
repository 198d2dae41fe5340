"""Evaluate the tree of an expression on columns, by IEEE 754 as NumPy does.

NaN and the infinities propagate, and no operation on them is an error: `1 / 0` is infinite and
`log(-1)` is not a number.
"""

from collections.abc import Mapping

import numpy as np

from scopeboard.arrays import Floats
from scopeboard.expressions.functions import COMPUTED
from scopeboard.expressions.syntax import Call, Expression, Number, Operand, Variable, VariableName


def evaluate(
    expression: Expression,
    variables: Mapping[VariableName, Floats],
    operands: Mapping[Operand, Floats | float],
    size: int,
) -> Floats:
    """Return float64 [size]: the value of an expression at each point.

    Args:
        expression: the tree.
        variables: [size] each, those that the expression names.
        operands: a column [size] of each tag, and the value of each hyper-parameter.
        size: the number of points.
    """

    def value_of(node: Expression) -> Floats:
        if isinstance(node, Call):
            return COMPUTED[node.function].compute(*map(value_of, node.arguments))
        if isinstance(node, Number):
            value: Floats | float = node.value
        else:
            value = variables[node.name] if isinstance(node, Variable) else operands[node]
        return np.broadcast_to(np.asarray(value, np.float64), size)

    with np.errstate(all="ignore"):
        return np.ascontiguousarray(value_of(expression))
