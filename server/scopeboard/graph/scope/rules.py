"""What a viewer put into the main graph or took out: rules, and what they say of a scope's nodes.

A rule names nodes by full name, by the scope they lie in, by op type or by a pattern. The last rule
that fits a node decides, so that a choice for one node can follow one for many. Rules are written
`exclude:op:NoOp`, `include:name:train/step`: the form in which a page asks and keeps them.
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
MAX_BULK_RULES: Final = 50  # each is tried on every child of a scope; a name is looked up
_FORM: Final = (
    "A choice is include or exclude, then name, scope, op or regex, then what: “{}” is not."
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A rule. `what` is the full name of a node or scope, an op type, or a pattern."""

    action: Action
    by: By
    what: str

    def __str__(self) -> str:
        """Return the rule as it is asked for."""
        return f"{self.action}:{self.by}:{self.what}"


def parse_choices(texts: Sequence[str]) -> list[Choice]:
    """Read rules as a page writes them, the first to apply first.

    Raises:
        QueryError: one has no meaning, or there are more than `MAX_CHOICES`, or more than
            `MAX_BULK_RULES` that are not for one node.
    """
    if len(texts) > MAX_CHOICES:
        raise QueryError(f"There are {len(texts):,} choices, and room for {MAX_CHOICES:,}.")
    choices = [_parse_choice(text) for text in texts]
    bulk = sum(choice.by != "name" for choice in choices)
    if bulk > MAX_BULK_RULES:
        raise QueryError(f"There are {bulk} rules for many nodes, and room for {MAX_BULK_RULES}.")
    return choices


@dataclass(frozen=True)
class NamedNodes:
    """Nodes that rules may fit: full names, and op types, empty where they have none."""

    names: Sequence[str]
    ops: Sequence[str]

    @cached_property
    def row_of(self) -> dict[str, int]:
        """Return the node of each name."""
        return {name: row for row, name in enumerate(self.names)}

    @cached_property
    def lines(self) -> TextBuffer:
        """Return the names as they are searched."""
        return TextBuffer(self.names)


def decide(
    choices: Sequence[Choice], nodes: NamedNodes, check: CancelCheck = never_cancelled
) -> tuple[Indices, list[str]]:
    """Return what the rules say of nodes.

    Args:
        choices: the rules.
        nodes: the nodes.
        check: called for each rule; what it raises ends the work.

    Returns:
        INCLUDED, UNSPECIFIED or EXCLUDED for each node, and the rule that says so, as asked for.

    Raises:
        QueryError: a pattern is wrong.
    """
    decision = np.full(len(nodes.names), UNSPECIFIED, dtype=np.int8)
    rules = [""] * len(nodes.names)
    for choice in choices:
        check()
        action = INCLUDED if choice.action == "include" else EXCLUDED
        rule = str(choice)
        for row in rows_that_fit(choice, nodes, check):
            decision[row], rules[row] = action, rule
    return decision, rules


def _parse_choice(text: str) -> Choice:
    action, _, rest = text.partition(":")
    by, _, what = rest.partition(":")
    if action not in get_args(Action) or by not in get_args(By) or not what:
        raise QueryError(_FORM.format(text))
    return Choice(cast("Action", action), cast("By", by), what)


def rows_that_fit(
    choice: Choice, nodes: NamedNodes, check: CancelCheck = never_cancelled
) -> list[int]:
    """Return the nodes that a rule fits.

    Raises:
        QueryError: its pattern is wrong.
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
