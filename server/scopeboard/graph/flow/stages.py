"""Stages: equal blocks in a row, where something else parts them from the next ones.

A network for images, such as a ResNet, has a few stages, each of which begins with a wider block or
a reduction of the resolution and goes on with equal blocks, a different number in each. Between two
such runs of blocks is the *lead* of the second.
"""

from itertools import pairwise
from typing import Final

from scopeboard.arrays import Indices
from scopeboard.graph.flow.orders import flow_orders

_MOST: Final = 0.75
"""The share of all blocks that are in stages; with less, runs are no structure of the network."""
_LONGEST_LEAD: Final = 8
"""Units between two runs that begin the second; more are a part of the network on their own."""


def find_stages(kind: Indices, source: Indices, target: Indices) -> list[list[int]]:
    """Return the units of each stage in the order of the flow; none if there is one run alone.

    A stage is a stretch of an order in which edges lead forward, so it never feeds itself.

    Args:
        kind: equal for equal blocks, -1 for what is no block; units are numbered in order of
            appearance.
        source: the units that edges leave.
        target: those that they enter.
    """
    best: list[list[int]] = []
    for order in flow_orders(kind, source, target):
        in_order = kind[order].tolist()
        runs = _runs(in_order, _most_frequent(in_order))
        if len(runs) < 2 or not any(end - start > 1 for start, end in runs):
            continue
        stages = [
            order[start:end].tolist()
            for start, end in _with_leads(runs, in_order)
            if end > start + 1
        ]
        if sum(map(len, stages)) > sum(map(len, best)):
            best = stages
    inside = sum(int(kind[unit]) >= 0 for stage in best for unit in stage)
    is_most = inside >= _MOST * int((kind >= 0).sum())
    return best if len(best) > 1 and is_most else []


def _most_frequent(kinds: list[int]) -> int:
    """Return the kind of the most blocks, -1 without a block."""
    blocks = [kind for kind in kinds if kind >= 0]
    return max(sorted(set(blocks)), key=blocks.count, default=-1)


def _runs(kinds: list[int], wanted: int) -> list[tuple[int, int]]:
    """Return the first place, and that after the last, of each run of one kind."""
    runs: list[tuple[int, int]] = []
    for place, kind in enumerate(kinds):
        if kind != wanted or kind < 0:
            continue
        if runs and runs[-1][1] == place:
            runs[-1] = runs[-1][0], place + 1
        else:
            runs.append((place, place + 1))
    return runs


def _with_leads(runs: list[tuple[int, int]], kinds: list[int]) -> list[tuple[int, int]]:
    """Return each run with its lead: what is between it and the run before.

    The first run has the lead of the second, if the units before it are of the same kinds.
    """
    gaps = [start - end for (_, end), (start, _) in pairwise(runs)]
    first, (start, end) = gaps[0], runs[0]
    lead = kinds[start - first : start] if start >= first else []
    has_lead = bool(lead) and min(lead) >= 0 and lead == kinds[runs[1][0] - first : runs[1][0]]
    stages = [(start - first if has_lead else start, end)]
    for gap, (begin, stop) in zip(gaps, runs[1:], strict=True):
        stages.append((begin - gap if gap <= _LONGEST_LEAD else begin, stop))
    return stages
