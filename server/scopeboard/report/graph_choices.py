"""The graph settings of a view, as parameters of the routes below `/api/graphs/{id}`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from scopeboard.state.view import View

GROUPING_KEYS: Final = ("group", "ungroup", "series", "prefixes", "split_rule")
_LISTS: Final = ("choice", "group", "ungroup")
_THRESHOLDS: Final = (
    "split_rule",
    "auto_extract",
    "min_nodes",
    "min_degree",
    "max_control_degree",
    "max_bridge_degree",
    "isolated",
    "series",
    "prefixes",
)
_TYPES: Final = {"sink_types": "NoOp", "source_types": ""}
_OF_ONE_NODE: Final = re.compile(r"(?:in|ex)clude:name:(.*)", re.DOTALL)

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class GraphChoices:
    """The open scopes, and the parameters of requests for scopes and nodes."""

    open: tuple[str, ...]
    split: tuple[Pair, ...]

    def of_scope(self, name: str) -> list[Pair]:
        """Return the parameters for a scope, without the rules for nodes elsewhere.

        The page does so in `concerned-rules.ts`.
        """
        pairs = []
        for key, value in self.split:
            rule = _OF_ONE_NODE.fullmatch(value) if key == "choice" else None
            parent = None if rule is None else rule[1].rpartition("/")[0]
            if parent is None or parent in (name, name.rpartition("/")[0]):
                pairs.append((key, value))
        return pairs

    def of_node(self) -> list[Pair]:
        """Return the parameters for a node."""
        return [pair for pair in self.split if pair[0] in GROUPING_KEYS]


def graph_choices(view: View, saved: Mapping[str, Any]) -> GraphChoices:
    """Return the settings of the view, or those saved for the graph if the view has none."""
    keys = (*_LISTS, *_THRESHOLDS, *_TYPES, "open", "closed")
    if any(view.values(key) for key in keys):
        values = {key: view.values(key) for key in keys}
    else:
        choices = saved.get("choices")  # any client may have written it
        values = {
            key: value
            for key, value in (choices.items() if isinstance(choices, dict) else ())
            if isinstance(value, list) and all(isinstance(item, str) for item in value)
        }
    split = [(key, value) for key in _LISTS for value in values.get(key, ())]
    for key in _THRESHOLDS:
        split += [(key, value) for value in values.get(key, ())[:1] if value]
    for key, default in _TYPES.items():
        text = (values.get(key) or [default])[0]
        types = [name for name in text.split(",") if name]
        if ",".join(types) != default:
            split += [(key.removesuffix("s"), name) for name in types or [""]]
    return GraphChoices(tuple(values.get("open", ())), tuple(split))
