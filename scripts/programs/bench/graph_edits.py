"""Edits of a GraphDef, each with what a difference must contain."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from itertools import count

from scopeboard.graph.diff.changes import Change
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef

_TRIES = 100


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


EditInPlace = Callable[[GraphDef, random.Random], Edit]


def insert(graph: GraphDef, chance: random.Random) -> Edit:
    """Put an op into an edge."""
    target = graph.node[_some_with_data(graph, chance)]
    slot = chance.choice(_slots(target))
    name = f"{target.name}/put/before"
    graph.node.add(name=name, op="Sigmoid", input=[target.input[slot]])
    target.input[slot] = name
    return Edit(graph, added=(name,), changed={target.name: Change.INPUTS})


def delete(graph: GraphDef, chance: random.Random) -> Edit:
    """Remove an op; those after it have its first input instead."""
    at = _some_with_data(graph, chance)
    gone = graph.node[at].name
    first = graph.node[at].input[_slots(graph.node[at])[0]]
    changed = {}
    for node in graph.node:
        for slot, text in enumerate(node.input):
            if _source(text) == gone:
                node.input[slot] = f"^{_source(first)}" if text.startswith("^") else first
                changed[node.name] = Change.INPUTS
    del graph.node[at]
    changed.pop(gone, None)
    return Edit(graph, removed=(gone,), changed=changed)


def retype(graph: GraphDef, chance: random.Random) -> Edit:
    """Make an op one of another type."""
    node = graph.node[_some_with_data(graph, chance)]
    node.op = "Other" if node.op != "Other" else "Another"
    return Edit(graph, changed={node.name: Change.TYPE})


def set_attribute(graph: GraphDef, chance: random.Random) -> Edit:
    """Give an op an attribute that it did not have."""
    node = graph.node[chance.randrange(len(graph.node))]
    node.attr["edited"].i = 7
    return Edit(graph, changed={node.name: Change.ATTRIBUTES})


def rewire(graph: GraphDef, chance: random.Random) -> Edit:
    """Take an input from elsewhere."""
    node = graph.node[_some_with_data(graph, chance)]
    slot = chance.choice(_slots(node))
    before = _source(node.input[slot])
    others = (graph.node[chance.randrange(len(graph.node))].name for _ in count())
    node.input[slot] = next(name for name in others if name != before)
    return Edit(graph, changed={node.name: Change.INPUTS})


def rename_scope(graph: GraphDef, chance: random.Random) -> Edit:
    """Give a scope another name."""
    scopes = {node.name.rpartition("/")[0] for node in graph.node if "/" in node.name}
    scope = chance.choice(sorted(scopes))

    def renamed(name: str) -> str:
        is_inside = name == scope or name.startswith(f"{scope}/")
        return f"elsewhere{name[len(scope) :]}" if is_inside else name

    _rename(graph, renamed)
    return Edit(graph, moves=((scope, "elsewhere"),))


IN_PLACE: tuple[EditInPlace, ...] = (insert, delete, retype, set_attribute, rewire, rename_scope)
"""Edits that change the graph that they are given: of many edits, none copies it."""


def _of_copy(edit: EditInPlace) -> EditInPlace:
    @wraps(edit)
    def edited(graph: GraphDef, chance: random.Random) -> Edit:
        return edit(_copy(graph), chance)

    return edited


EDITS: tuple[EditInPlace, ...] = tuple(_of_copy(edit) for edit in IN_PLACE)
"""The same edits, which leave the graph as it is."""


def edit_often(graph: GraphDef, edits: int, chance: random.Random) -> GraphDef:
    """Return a graph after a number of edits of all kinds but renamed scopes, in turn."""
    edited = _copy(graph)
    for number in range(edits):
        IN_PLACE[number % 5](edited, chance)
    return edited


def rename(graph: GraphDef, to: Callable[[str], str]) -> GraphDef:
    """Rename all ops, where others name them, too."""
    edited = _copy(graph)
    _rename(edited, to)
    return edited


def _rename(graph: GraphDef, to: Callable[[str], str]) -> None:
    for node in graph.node:
        node.name = to(node.name)
        for slot, text in enumerate(node.input):
            name, colon, port = text.removeprefix("^").partition(":")
            node.input[slot] = f"{'^' * text.startswith('^')}{to(name)}{colon}{port}"


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


def _some_with_data(graph: GraphDef, chance: random.Random) -> int:
    """Return the place of an op with an input of data: the first tries find one in most graphs."""
    for _ in range(_TRIES):
        at = chance.randrange(len(graph.node))
        if _slots(graph.node[at]):
            return at
    return chance.choice([at for at, node in enumerate(graph.node) if _slots(node)])


def _slots(node: NodeDef) -> list[int]:
    return [slot for slot, text in enumerate(node.input) if not text.startswith("^")]


def _source(text: str) -> str:
    return text.removeprefix("^").partition(":")[0]
