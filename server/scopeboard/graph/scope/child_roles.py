"""What the main/auxiliary split needs to know of the roles of a scope's children.

Two questions are answered here, over the metaedges between children:

* Which rows are the *training step*? A person reads a training graph as input, model, loss, train.
  Gradients and updates have lines to every part of the model, so they stand beside the main graph,
  except those on the shortest way from the loss to the updates, which stay with that way's lines
  alone. In a graph whose updates are loose ops, the backward pass itself is the step.
* Which rows are the *spine*: the one with the most parameters, the one with the most ops between
  inputs and loss, and the shortest way from an input through it to the loss?
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Flags, Indices
from scopeboard.graph.scope.answer import Reason

MAX_STEP_ROWS: Final = 3
"""Rows of a training step: backward pass, processing of gradients, updates."""

_SHARE_OF_UPDATES: Final = 2  # a further optimizer has at least one in so many of the updates
_MAX_STEPS: Final = 2  # the optimizers of a generator and its discriminator


@dataclass(frozen=True, slots=True)
class ChildRoles:
    """Roles as columns: one entry for each child.

    `reasons` has the reason of bookkeeping, None for the model. `trains` flags gradients and
    optimizers, `averages` moving averages of variables. `core` counts the ops between inputs and
    loss, `updates` those that apply gradients, `parameters` trainable weights. `has_derivative` is
    whether ops of the backward pass are inside.
    """

    reasons: Sequence[Reason | None]
    trains: Flags
    averages: Flags
    core: Amounts
    updates: Amounts
    parameters: Amounts
    has_loss: Flags
    has_input: Flags
    has_derivative: Flags


def training_steps(roles: ChildRoles, source: Indices, target: Indices) -> list[list[int]]:
    """Return the ways from the loss to updates: each a row with the loss, then rows that train.

    Args:
        roles: the roles of the rows.
        source: the rows that metaedges with tensors leave, numbered in dataflow order.
        target: the rows that they enter.
    """
    computes = roles.has_derivative[source] | roles.has_derivative[target]
    enters = roles.trains[target] & ~roles.trains[source] & computes
    starts = np.unique(source[enters & (roles.has_loss | (roles.core > 0))[source]])
    with_loss = starts[roles.has_loss[starts]]
    starts = with_loss if with_loss.size else starts[-1:]
    within = enters | (roles.trains[source] & roles.trains[target])
    before = _search(source[within], target[within], starts.tolist(), roles.trains)
    ways = [_way_to(before, row) for row in before if roles.trains[row]]
    ways = [way for way in ways if len(way) - 1 <= MAX_STEP_ROWS]
    most = max((int(roles.updates[way[-1]]) for way in ways), default=0)
    if most > 1 or len(ways) == 1:
        least = max(most / _SHARE_OF_UPDATES, 1)
        ending = [way for way in ways if roles.updates[way[-1]] >= least]
        if ending:
            return ending[:_MAX_STEPS]
    passes = [way for way in ways if len(way) - 1 == 1 and way[-1] not in _loose(roles)]
    return passes[:1]


def _loose(roles: ChildRoles) -> set[int]:
    """Return the rows that are single ops of bookkeeping."""
    counts = [0 if reason is None else reason.count or 0 for reason in roles.reasons]
    return {row for row, count in enumerate(counts) if count <= 1}


def spine(roles: ChildRoles, is_main: Flags, source: Indices, target: Indices) -> set[int]:
    """Return the rows of the main graph that no threshold takes out of it.

    Args:
        roles: the roles of the rows.
        is_main: which rows are in the main graph.
        source: the rows that uncut metaedges leave.
        target: the rows that they enter.
    """
    rows: set[int] = set()
    for amounts in (roles.parameters, roles.core):
        weights = np.where(is_main, amounts, 0)
        if weights.max(initial=0) > 0:
            rows.add(int(weights.argmax()))
    inputs = np.flatnonzero(is_main & roles.has_input).tolist()
    losses = np.flatnonzero(is_main & roles.has_loss).tolist()
    for row in list(rows):
        rows |= _between(source, target, inputs, [row], is_main)
        rows |= _between(source, target, [row], losses, is_main)
    return rows


def _between(
    source: Indices, target: Indices, starts: list[int], ends: list[int], allowed: Flags
) -> set[int]:
    before = _search(source, target, starts, allowed)
    reached = next((row for row in before if row in set(ends)), None)
    return set() if reached is None else set(_way_to(before, reached))


def _search(
    source: Indices, target: Indices, starts: Iterable[int], allowed: Flags
) -> dict[int, int]:
    """Return the allowed rows that a path reaches, nearest first, with the row before each.

    A start is its own row before.
    """
    following: dict[int, list[int]] = {}
    rows = allowed[target] & (source != target)
    for row, after in zip(source[rows].tolist(), target[rows].tolist(), strict=True):
        following.setdefault(row, []).append(after)
    before = {row: row for row in starts}
    queue = deque(before)
    while queue:
        row = queue.popleft()
        for after in following.get(row, ()):
            if after not in before:
                before[after] = row
                queue.append(after)
    return before


def _way_to(before: dict[int, int], row: int) -> list[int]:
    """Return the rows from a start to `row`."""
    way = [row]
    while before[way[-1]] != way[-1]:
        way.append(before[way[-1]])
    return way[::-1]
