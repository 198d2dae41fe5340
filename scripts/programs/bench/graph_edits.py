"""Edits of a GraphDef, each with what a difference must contain."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from scopeboard.graph.diff.changes import Change
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef


@dataclass(frozen=True)
class Edit:
    """A graph after an edit, with the names of added and removed ops.

    `changed` has changes by the name of the op after the edit; `moves` are pairs of an old and a
    new beginning of names.
    """

    graph: GraphDef
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: dict[str, Change] = field(default_factory=dict)
    moves: tuple[tuple[str, str], ...] = ()


def insert(graph: GraphDef, chance: random.Random) -> Edit:
    """Put an op into an edge."""
    edited = _copy(graph)
    target = chance.choice(_with_data(edited))
    slot = chance.choice(_slots(target))
    name = f"{target.name}/put/before"
    edited.node.add(name=name, op="Sigmoid", input=[target.input[slot]])
    target.input[slot] = name
    return Edit(edited, added=(name,), changed={target.name: Change.INPUTS})


def delete(graph: GraphDef, chance: random.Random) -> Edit:
    """Remove an op; those after it have its first input instead."""
    edited = _copy(graph)
    gone = chance.choice(_with_data(edited))
    first = gone.input[_slots(gone)[0]]
    changed = {}
    for node in edited.node:
        for slot, text in enumerate(node.input):
            if _source(text) == gone.name:
                node.input[slot] = f"^{_source(first)}" if text.startswith("^") else first
                changed[node.name] = Change.INPUTS
    _keep(edited, [node for node in edited.node if node.name != gone.name])
    return Edit(edited, removed=(gone.name,), changed=changed)


def retype(graph: GraphDef, chance: random.Random) -> Edit:
    """Make an op one of another type."""
    edited = _copy(graph)
    node = chance.choice(_with_data(edited))
    node.op = "Other" if node.op != "Other" else "Another"
    return Edit(edited, changed={node.name: Change.TYPE})


def set_attribute(graph: GraphDef, chance: random.Random) -> Edit:
    """Give an op an attribute that it did not have."""
    edited = _copy(graph)
    node = chance.choice(list(edited.node))
    node.attr["edited"].i = 7
    return Edit(edited, changed={node.name: Change.ATTRIBUTES})


def rewire(graph: GraphDef, chance: random.Random) -> Edit:
    """Take an input from elsewhere."""
    edited = _copy(graph)
    node = chance.choice(_with_data(edited))
    slot = chance.choice(_slots(node))
    others = [each.name for each in edited.node if each.name != _source(node.input[slot])]
    node.input[slot] = chance.choice(others)
    return Edit(edited, changed={node.name: Change.INPUTS})


def rename_scope(graph: GraphDef, chance: random.Random) -> Edit:
    """Give a scope another name."""
    scopes = {node.name.rpartition("/")[0] for node in graph.node if "/" in node.name}
    scope = chance.choice(sorted(scopes))

    def renamed(name: str) -> str:
        is_inside = name == scope or name.startswith(f"{scope}/")
        return f"elsewhere{name[len(scope) :]}" if is_inside else name

    return Edit(rename(graph, renamed), moves=((scope, "elsewhere"),))


EDITS = (insert, delete, retype, set_attribute, rewire, rename_scope)


def rename(graph: GraphDef, to: Callable[[str], str]) -> GraphDef:
    """Rename all ops, where others name them, too."""
    edited = _copy(graph)
    for node in edited.node:
        node.name = to(node.name)
        for slot, text in enumerate(node.input):
            name, colon, port = text.removeprefix("^").partition(":")
            node.input[slot] = f"{'^' * text.startswith('^')}{to(name)}{colon}{port}"
    return edited


def scramble(graph: GraphDef, chance: random.Random) -> tuple[GraphDef, dict[str, str]]:
    """Give all ops names without meaning, in another order; return the old names by the new."""
    numbers = chance.sample(range(10**9), len(graph.node))
    names = {node.name: f"n{number}" for node, number in zip(graph.node, numbers, strict=True)}
    edited = rename(graph, names.__getitem__)
    nodes = list(edited.node)
    chance.shuffle(nodes)
    _keep(edited, nodes)
    return edited, {new: old for old, new in names.items()}


def _copy(graph: GraphDef) -> GraphDef:
    copied = GraphDef()
    copied.CopyFrom(graph)
    return copied


def _keep(graph: GraphDef, nodes: list[NodeDef]) -> None:
    kept = [NodeDef.FromString(node.SerializeToString()) for node in nodes]
    del graph.node[:]
    graph.node.extend(kept)


def _with_data(graph: GraphDef) -> list[NodeDef]:
    return [node for node in graph.node if _slots(node)]


def _slots(node: NodeDef) -> list[int]:
    return [slot for slot, text in enumerate(node.input) if not text.startswith("^")]


def _source(text: str) -> str:
    return text.removeprefix("^").partition(":")[0]
