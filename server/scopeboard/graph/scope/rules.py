"""Rules of a viewer that include nodes in the main graph or exclude them from it.

A rule matches nodes by full name, by scope, by op type or by a pattern. The last rule that matches
a node decides, so that a choice for one node can follow one for many. Rules are written
`exclude:op:NoOp`, `include:name:train/step`, in requests and in the stored settings.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, cast, get_args

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import QueryError
from scopeboard.graph.model.text_search import TextBuffer, TextPattern
from scopeboard.graph.scope.extraction import EXCLUDED, INCLUDED, UNSPECIFIED

Action = Literal["include", "exclude"]
By = Literal["name", "scope", "op", "regex"]

MAX_CHOICES: Final = 1000
MAX_BULK_RULES: Final = 50  # each is matched with every child of a scope; a name needs one lookup
_SYNTAX: Final = (
    "Invalid rule “{}”: expected include or exclude, then name, scope, op or regex, then a value."
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A rule. `what` is the full name of a node or scope, an op type, or a pattern."""

    action: Action
    by: By
    what: str

    def __str__(self) -> str:
        """Return the rule as it is written in requests."""
        return f"{self.action}:{self.by}:{self.what}"


def parse_choices(texts: Sequence[str]) -> list[Choice]:
    """Parse rules, in the order of their application.

    Raises:
        QueryError: a rule is malformed, or there are more than `MAX_CHOICES`, or more than
            `MAX_BULK_RULES` for many nodes.
    """
    if len(texts) > MAX_CHOICES:
        raise QueryError(f"There are {len(texts):,} rules; the limit is {MAX_CHOICES:,}.")
    choices = []
    for text in texts:
        action, _, rest = text.partition(":")
        by, _, what = rest.partition(":")
        if action not in get_args(Action) or by not in get_args(By) or not what:
            raise QueryError(_SYNTAX.format(text))
        choices.append(Choice(cast("Action", action), cast("By", by), what))
    bulk = sum(choice.by != "name" for choice in choices)
    if bulk > MAX_BULK_RULES:
        raise QueryError(f"There are {bulk} rules for many nodes; the limit is {MAX_BULK_RULES}.")
    return choices


@dataclass(frozen=True)
class NamedNodes:
    """Nodes to match with rules: full names, and op types, empty without one."""

    names: Sequence[str]
    ops: Sequence[str]

    @cached_property
    def row_of(self) -> dict[str, int]:
        """Return the node of each name."""
        return {name: row for row, name in enumerate(self.names)}

    @cached_property
    def lines(self) -> TextBuffer:
        """Return the names as a buffer for searches."""
        return TextBuffer(self.names)


def decide(
    choices: Sequence[Choice], nodes: NamedNodes, check: CancelCheck = never_cancelled
) -> tuple[Indices, list[str]]:
    """Apply rules to nodes.

    Args:
        choices: the rules.
        nodes: the nodes.
        check: called for each rule.

    Returns:
        INCLUDED, UNSPECIFIED or EXCLUDED for each node, and the rule that decides, as written.

    Raises:
        CancelledError: `check` raised it.
        QueryError: a pattern is invalid.
    """
    decision = np.full(len(nodes.names), UNSPECIFIED, dtype=np.int8)
    rules = [""] * len(nodes.names)
    for choice in choices:
        check()
        action = INCLUDED if choice.action == "include" else EXCLUDED
        rule = str(choice)
        for row in matching_rows(choice, nodes, check):
            decision[row], rules[row] = action, rule
    return decision, rules


def matching_rows(
    choice: Choice, nodes: NamedNodes, check: CancelCheck = never_cancelled
) -> list[int]:
    """Return the nodes that match a rule.

    Raises:
        CancelledError: `check` raised it.
        QueryError: the pattern is invalid.
    """
    if choice.by == "name":
        return [nodes.row_of[choice.what]] if choice.what in nodes.row_of else []
    if choice.by == "op":
        return [row for row, op in enumerate(nodes.ops) if op == choice.what]
    if choice.by == "scope":
        prefix = f"{choice.what}/"
        return [row for row, name in enumerate(nodes.names) if name.startswith(prefix)]
    pattern = TextPattern("expression", choice.what, keeps_case=True)
    return np.flatnonzero(nodes.lines.matching(pattern, check)).tolist()
