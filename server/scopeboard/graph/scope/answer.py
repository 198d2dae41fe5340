"""The scope: what the browser asks the server for, one at a time.

A scope is the inside of one name scope, series node or function call as its parent's viewer opens
it: the children as nodes, the metaedges between them, and the bridges that cross its border. It
depends on the graph and on how it was asked for (grouping, thresholds, choices), never on what a
viewer has open or asked before, so its content hash identifies it for good.

These value types are the contract between the graph engine, the HTTP API (they are its
response model, field for field) and the page. All names are full paths from the root.
"""

from dataclasses import dataclass
from typing import Literal

NodeKind = Literal["op", "metanode", "series", "function"]
Role = Literal["main", "in_extract", "out_extract"]
EdgeKind = Literal["data", "control", "reference"]
AnnotationKind = Literal["constant", "summary"]
ReasonKind = Literal["choice", "op_type", "in_degree", "out_degree", "isolated", "library"]
Direction = Literal["in", "out"]


@dataclass(frozen=True, slots=True)
class Annotation:
    """A constant or summary op shown as a small stand-in beside the op it serves.

    An op stands beside each of its hosts, so the same annotation may be at several nodes; it is in
    no scope's `nodes`. `label` is the last part of its name; `shape` is the shape of the tensor
    that flows between it and its host, written as an edge label is (`?×784`, `scalar`), or absent
    when unknown.
    """

    name: str
    label: str
    kind: AnnotationKind
    op: str
    shape: str | None


CostName = Literal["parameters", "non_trainable", "activation_bytes", "flops"]


@dataclass(frozen=True, slots=True)
class NodeCosts:
    """What the ops inside a node cost, as far as shapes tell; see `costs` for the formulas.

    `parameters` counts the weights that training changes, `non_trainable` those that it leaves
    (statistics of a batch norm, frozen layers). `activation_bytes` is what the outputs take,
    `flops` the operations of one run. Each is absent when nothing is known of it. `lower_bounds`
    names the numbers that are lower bounds: there is more, of which a dimension, a formula or a
    weight is unknown. `is_partial` tells that there are any.
    """

    parameters: int | None
    non_trainable: int | None
    activation_bytes: int | None
    flops: int | None
    lower_bounds: list[CostName]
    is_partial: bool


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the main/auxiliary split moved a node beside the main graph.

    `choice` is a rule of the viewer, and `what` that rule as it was asked for; `op_type` is an op
    of a type that only ends or begins the flow, and `what` that type. `in_degree` and `out_degree`
    are of a node with `count` neighbours on that side, above `bound`. `isolated` is a node that
    only annotations link, and `library` that of the graph's `count` functions. What a kind does not
    need is empty or absent.
    """

    kind: ReasonKind
    what: str = ""
    count: int | None = None
    bound: int | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """One child of a scope.

    `label` is what stands in its box: the last part of `name`, of a PyTorch module in readable
    form. `count` is the number of ops inside, itself included (1 for an op); ops that are
    annotations count where their own names lie. `op`, `device` and `cluster` (of XLA) are empty
    where they are unknown; a metanode has the device that all op nodes inside share, a series node
    the op type of its members. Only ops have annotations.
    A node of kind `function` calls `functions` and opens into their bodies; it is not expandable
    where that would be `recursive`: the same function is open around it.
    `reason` says why the main/auxiliary split moved it, and is absent in the main graph.
    `usual_role` is its role for somebody who decided nothing, as `usual_cut` is of edges and
    bridges; by these a drawing keeps its order when a viewer decides something.
    `structure` is the same number for nodes whose insides are alike, and absent for a node like
    which there is no other.
    """

    name: str
    label: str
    kind: NodeKind
    op: str
    device: str
    cluster: str
    role: Role
    usual_role: Role
    reason: Reason | None
    count: int
    expandable: bool
    recursive: bool
    functions: list[str]
    structure: int | None
    costs: NodeCosts
    annotations: list[Annotation]


@dataclass(frozen=True, slots=True)
class Edge:
    """A metaedge: all tensors, or all control dependencies, between two nodes of a scope.

    A reference edge is a tensor that flows, so it counts as one; the `kind` of a metaedge is
    `reference` when all its tensors are references and `data` otherwise. So there are at most two
    metaedges from one node to another, and the second is `control`.

    `tensors` counts base edges, those of a control edge too. `elements` and `bytes` are the sums
    over the tensors that flow, an unknown dimension counted as 1; absent when no shape (for
    `bytes`: no dtype) is known. `label` is the shape of a single tensor or the number of several,
    absent when unknown. Control edges carry nothing: they have no label and no size. Source and
    target are the same only for an op that feeds itself.
    `cut` tells that the main/auxiliary split replaces the line by annotations at both ends.
    """

    source: str
    target: str
    kind: EdgeKind
    tensors: int
    label: str | None
    elements: int | None
    bytes: int | None
    cut: bool
    usual_cut: bool


@dataclass(frozen=True, slots=True)
class Bridge:
    """A metaedge across the border of the scope.

    `node` is a child of this scope. `neighbour` is the outside end, named as a child of the
    lowest scope that holds both ends. `direction` is seen from the scope: `in` flows into it.
    `cut` tells that it is no line through the border but an annotation at the child. What is cut in
    a scope further out is not marked here: it depends on the rules and thresholds there, and a page
    that shows this scope has that one too.
    """

    node: str
    neighbour: str
    direction: Direction
    kind: EdgeKind
    tensors: int
    label: str | None
    elements: int | None
    bytes: int | None
    cut: bool
    usual_cut: bool


@dataclass(frozen=True, slots=True)
class Scope:
    """The inside of the scope called `name` (empty: the top level), or a page of it.

    `hash` identifies the content of all other fields. `costs` are those of all that is inside, the
    function library left out at the top level. Nodes stand in dataflow order (those of a
    cycle, and of scopes too large for it, in order of appearance), edges in the order of their
    sources, then targets. Bridges into the scope stand before those out of it, each in the order
    of their nodes.
    Of `total` children, those from `offset` on are here; the next page begins at `next`, absent at
    the end. An edge stands on the page of the later of its two nodes, a bridge on that of its node,
    so that all pages together have each once.
    """

    name: str
    hash: str
    total: int
    offset: int
    next: int | None
    costs: NodeCosts
    nodes: list[Node]
    edges: list[Edge]
    bridges: list[Bridge]
