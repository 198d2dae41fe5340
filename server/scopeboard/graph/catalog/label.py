"""What a graph does, in a few words: the function that it calls, or its most frequent op types.

Programs trace many small functions, which have no names in what they log. The words tell them
apart in a list.
"""

import re
from typing import Final

import numpy as np

from scopeboard.graph.model.op_graph import ARGUMENT_OP, RESULT_OP, OpGraph

_MAX_TYPES: Final = 2
_MAX_CHARACTERS: Final = 60
_PLUMBING: Final = frozenset(
    {ARGUMENT_OP, RESULT_OP, "Const", "Identity", "IdentityN", "NoOp", "Placeholder"}
)
_GENERATED: Final = re.compile(r"^__(?:inference|forward|backward|wrapped)_+|_\d+(?:_\d+)*$")
"""What TensorFlow puts around the name of a traced function: `__inference_train_step_123`."""


def graph_label(graph: OpGraph) -> str:
    """Return the name of the first function that the main graph calls, or its main op types.

    Empty for a graph of nothing but constants, arguments and the like.
    """
    called = graph.calls.function[graph.calls.op < graph.main_count]
    if called.size:
        name = graph.functions.names[int(called[0])]
        given = _GENERATED.sub("", name)
        return (given if given.strip("_0123456789") else name)[:_MAX_CHARACTERS]
    counts = np.bincount(graph.op_type[: graph.main_count], minlength=len(graph.op_types))
    order = np.argsort(-counts, kind="stable").tolist()
    types = [graph.op_types[row] for row in order if counts[row]]
    said = [text for text in types if text not in _PLUMBING]
    return ", ".join(said[:_MAX_TYPES])[:_MAX_CHARACTERS]
