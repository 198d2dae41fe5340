"""What a view chose of a graph, in the words of the routes below `/api/graphs/{id}`."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from scopeboard.report.view import View

_LISTS: Final = ("choice", "group", "ungroup")
_THRESHOLDS: Final = (
    "auto_extract",
    "min_nodes",
    "min_degree",
    "max_control_degree",
    "max_bridge_degree",
    "isolated",
    "series",
)
_TYPES: Final = {"sink_types": "NoOp", "source_types": ""}
_OF_ONE_NODE: Final = re.compile(r"(?:in|ex)clude:name:(.*)", re.DOTALL)

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class GraphChoices:
    """Open scopes, and pairs with which scopes and nodes are asked for."""

    open: tuple[str, ...]
    split: tuple[Pair, ...]

    def of_scope(self, name: str) -> list[Pair]:
        """Return the pairs of a question about a scope: rules for nodes elsewhere are left out."""
        return [(key, value) for key, value in self.split if _concerns(key, value, name)]

    def of_node(self) -> list[Pair]:
        """Return the pairs of a question about a node."""
        return [pair for pair in self.split if pair[0] in ("group", "ungroup", "series")]


def graph_choices(view: View, kept: Mapping[str, Any]) -> GraphChoices:
    """Return what the view says, or, where it says nothing, what viewers of the graph share."""
    said = View(view.search)
    keys = (*_LISTS, *_THRESHOLDS, *_TYPES, "open")
    if any(said.values(key) for key in keys):
        values = {key: said.values(key) for key in keys}
    else:
        values = _lists(kept.get("choices"))
    return GraphChoices(tuple(values.get("open", ())), tuple(_split(values)))


def _lists(kept: object) -> dict[str, list[str]]:
    """Return the lists of texts in what anybody may have written."""
    pairs = kept.items() if isinstance(kept, dict) else ()
    return {
        key: value
        for key, value in pairs
        if isinstance(value, list) and all(isinstance(one, str) for one in value)
    }


def _split(values: Mapping[str, list[str]]) -> Iterator[Pair]:
    for key in _LISTS:
        yield from ((key, value) for value in values.get(key, ()))
    for key in _THRESHOLDS:
        yield from ((key, value) for value in values.get(key, ())[:1] if value)
    for key, usual in _TYPES.items():
        said = (values.get(key) or [usual])[0]
        types = [one for one in said.split(",") if one]
        if ",".join(types) != usual:
            name = key.removesuffix("s")
            yield from ((name, one) for one in types or [""])


def _concerns(key: str, rule: str, scope: str) -> bool:
    """Tell whether a rule may fit a child of a scope; see `concerned-rules.ts` of the page."""
    match = _OF_ONE_NODE.fullmatch(rule) if key == "choice" else None
    if match is None:
        return True
    parent = match[1].rpartition("/")[0]
    return parent in (scope, scope.rpartition("/")[0])
