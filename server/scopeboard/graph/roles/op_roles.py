"""The role of each op of a training graph: the model, or the bookkeeping around it.

Theory. A training graph has a model that leads from inputs to a loss, and several times as many
ops that keep books: gradients, updates, slots, savers, initial values, summaries. Some show their
role by their type (`SaveV2`, `ApplyAdam`, `ReluGrad`), by the op that their scope differentiates
(`derivatives`), or by the value that they assign to a variable:

* a value computed from gradients: an optimizer in elementary ops;
* a restored value: a saver; a constant or random value: an initial value;
* a value added that is constant: a counter, such as the global step;
* else the writer is a part of the model if the variable is (statistics of a batch norm, a target
  network). If not, it accumulates a metric from data, or averages other variables.

All other ops follow from these (`closures`). An op is bookkeeping too

* if it is computed from bookkeeping and constants alone (*follows*), or
* if its results lead to bookkeeping alone (*feeds*), so a slot or a learning rate. What is
  differentiated, a weight, and what leads to a result that nothing consumes stays in the model. A
  result that only passes on a variable, a predicate or what ran before it is no such result.

An op that leads to summaries alone is a part of the summary if it describes one tensor (a mean, a
histogram's input). What compares several tensors, such as an accuracy, stays in the model.

No name of a scope decides by itself. Keras's layers and PyTorch's traces have no bookkeeping.
"""

from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.roles.op_types import (
    CHECKS,
    GRADIENTS,
    INITIALIZED,
    RESTORES,
    SAVES,
    SUMMARIES,
    WRITES,
)

OpRole = Literal[
    "model", "input", "loss", "optimizer", "gradient", "average", "metric", "control", "summary",
    "initializer", "saver", "slot",
]  # fmt: skip
"""The closed set of roles. Bookkeeping is in the order in which it claims what feeds it."""

Evidence = Literal[
    "none", "op_type", "derivative", "assigned", "feeds", "follows", "runs_after", "unused"
]  # fmt: skip

ROLES: Final[tuple[OpRole, ...]] = get_args(OpRole)
EVIDENCE: Final[tuple[Evidence, ...]] = get_args(Evidence)
(
    MODEL, INPUT, LOSS, OPTIMIZER, GRADIENT, AVERAGE, METRIC, CONTROL_ROLE, SUMMARY, INITIALIZER,
    SAVER, SLOT,
) = range(len(ROLES))  # fmt: skip
NONE, OP_TYPE, DERIVATIVE, ASSIGNED, FEEDS, FOLLOWS, RUNS_AFTER, UNUSED = range(len(EVIDENCE))
FIRST_BOOKKEEPING: Final = OPTIMIZER


@dataclass(frozen=True, slots=True)
class OpRoles:
    """Roles as columns: one entry for each op.

    `role` and `evidence` (int8) are codes of `ROLES` and `EVIDENCE`. `is_core` flags the ops on a
    path from an input to the loss, in a graph without one to a result of the model. `is_update`
    flags the ops that apply gradients to variables.
    """

    role: Indices
    evidence: Indices
    is_core: Flags
    is_update: Flags


def no_roles(count: int) -> OpRoles:
    """Return the roles of a graph without bookkeeping."""
    codes, flags = np.zeros(count, dtype=np.int8), np.zeros(count, dtype=np.bool_)
    return OpRoles(codes, codes.copy(), flags, flags.copy())


def may_have_bookkeeping(graph: OpGraph) -> bool:
    """Return whether some op may have another role than the model: all other ops follow from it."""
    if graph.flavour != "tensorflow":
        return False
    patterns = (SAVES, RESTORES, SUMMARIES, INITIALIZED, CHECKS, GRADIENTS, WRITES)
    used = np.bincount(graph.op_type, minlength=len(graph.op_types)) > 0
    types = [name for name, is_used in zip(graph.op_types, used, strict=True) if is_used]
    if any(pattern.search(name) for name in types for pattern in patterns):
        return True
    return any("gradient" in name for name in graph.names)
