"""The answer for one scope.

A scope is the inside of one name scope, group or function call: the children as nodes, the
metaedges between them, and the bridges that cross its border. It depends on the graph and the
parameters of the request (grouping, thresholds, choices), never on open scopes or earlier requests,
so its content hash identifies it for good.

These value types are the contract between the graph engine, the HTTP API (they are its
response model, field for field) and the page. All names are full paths from the root.
"""

from dataclasses import dataclass
from typing import Literal

from scopeboard.graph.hierarchy.groups import GroupKind

NodeKind = GroupKind | Literal["op", "metanode", "function"]
Role = Literal["main", "in_extract", "out_extract"]
EdgeKind = Literal["data", "control", "reference"]
AnnotationKind = Literal["constant", "summary"]
ReasonKind = Literal[
    "choice", "role", "op_type", "in_degree", "out_degree", "isolated", "library"
]  # fmt: skip
Direction = Literal["in", "out"]


Status = Literal["added", "removed", "changed", "moved"]


@dataclass(frozen=True, slots=True)
class NodeChange:
    """What differs in a node of a comparison of two graphs.

    `status` is that of an op, or of all ops inside; a node with ops of several kinds is `changed`.
    A `moved` op has another name and no other difference. The numbers are of ops inside,
    annotations and functions that open there included.
    """

    status: Status
    added: int
    removed: int
    changed: int
    moved: int


@dataclass(frozen=True, slots=True)
class Annotation:
    """A constant or summary op, drawn small beside its host.

    An annotation with several hosts is drawn beside each of them; it is in no scope's `nodes`.
    `label` is what is drawn: the last segment of its name, of a constant with its value where that
    is short (`strides 1×2×2×1`, `dimension = 1`); in a PyTorch graph the parameter that it sets, or
    the attribute of the module. `shape` is the shape of the tensor between it and its host, in the
    format of edge labels (`?×784`, `scalar`), absent when unknown. `change` is what differs in it,
    in a comparison of two graphs.
    """

    name: str
    label: str
    kind: AnnotationKind
    op: str
    shape: str | None
    change: Status | None = None


CostName = Literal["parameters", "non_trainable", "activation_bytes", "flops"]


@dataclass(frozen=True, slots=True)
class NodeCosts:
    """The costs of the ops inside a node, from their shapes; see `costs` for the formulas.

    `parameters` counts the trainable weights, `non_trainable` the others (statistics of a batch
    norm, frozen layers). `activation_bytes` is the size of the outputs, `flops` the number of
    operations of one run. An unknown number is absent. `lower_bounds` names the numbers that are
    lower bounds because a dimension, a formula or a weight is unknown; `is_partial` is whether
    there are any.
    """

    parameters: int | None
    non_trainable: int | None
    activation_bytes: int | None
    flops: int | None
    lower_bounds: list[CostName]
    is_partial: bool


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason for which the main/auxiliary split extracted a node.

    `choice` is a rule of the viewer, with the rule of the request in `what`; `op_type` is a type
    that only ends or begins the flow, with the type in `what`. `role` is bookkeeping: `what` is an
    `OpRole`, `count` the number of ops inside that have it, and `evidence` the `Evidence` of most
    of them. `in_degree` and `out_degree` are of
    a node with `count` neighbours on that side, above `bound`. `isolated` is a node with no edges
    except to annotations, and `library` the node of the graph's `count` functions. Fields that a
    kind does not need are empty or absent.
    """

    kind: ReasonKind
    what: str = ""
    count: int | None = None
    bound: int | None = None
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """One child of a scope.

    `label` is the text of its box: the last segment of `name`; a PyTorch module in readable form;
    the type of a PyTorch op, whose name is that of its result; what a group holds. `count` is the
    number of ops inside, itself included (1 for an op); annotations count in the scopes of
    their own names. `op`, `device` and `cluster` (of XLA) are empty when unknown; a metanode has
    the device that all op nodes inside share, a series node the op type of its members. Only ops
    have annotations. Groups (`series`, `role_group`, `stack`) are made up: no op has
    their names.
    A node of kind `function` calls `functions` and opens into their bodies. It is not expandable if
    it is `recursive`: an open scope around it has the same function.
    `reason` is why the main/auxiliary split extracted it, and is absent in the main graph.
    `usual_role` is its role without choices and with default thresholds, and `usual_cut` likewise
    of edges and bridges; a drawing takes its order from them, so that choices do not change it.
    `structure` is the same number for nodes with equal insides, and absent for a unique inside.
    `change` is what differs inside, in a comparison of two graphs; costs are those after it.
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
    change: NodeChange | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """A metaedge: all tensors, or all control dependencies, between two nodes of a scope.

    A reference edge carries a tensor and counts as one; the `kind` of a metaedge is `reference`
    when all its tensors are references and `data` otherwise. So there are at most two metaedges
    from one node to another, and the second is `control`.

    `tensors` counts base edges, also those of a control edge. `elements` and `bytes` are the sums
    over the tensors, an unknown dimension counted as 1; absent when no shape (for `bytes`: no
    dtype) is known. `label` is the shape of a single tensor or the number of several, absent when
    unknown. Control edges carry nothing: they have no label and no size. Source and target are the
    same only for an op that feeds itself.
    `cut` is whether the main/auxiliary split replaces the line by annotations at both ends.
    `change` is what differs, in a comparison of two graphs: `changed` if some tensors are new or
    gone, and others not.
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
    change: Status | None = None


@dataclass(frozen=True, slots=True)
class Bridge:
    """A metaedge across the border of the scope.

    `node` is a child of this scope. `neighbour` is the outside end, named as a child of the
    lowest scope that contains both ends; `neighbour_label` is the text of its box, absent where
    that is the last segment of its name. `direction` is that of the scope: `in` flows into it.
    `cut` is whether it becomes an annotation at the child in place of a line through the border.
    Cuts in outer scopes are not marked here: they depend on the rules and thresholds there, and a
    page that shows this scope also has the outer ones. `change` is that of an edge.
    """

    node: str
    neighbour: str
    neighbour_label: str | None
    direction: Direction
    kind: EdgeKind
    tensors: int
    label: str | None
    elements: int | None
    bytes: int | None
    cut: bool
    usual_cut: bool
    change: Status | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """The inside of the scope called `name` (empty: the top level), or a page of it.

    `hash` identifies the content of all other fields. `costs` are those of all ops inside, without
    the function library at the top level. Nodes are in dataflow order (on a cycle, and in very
    large scopes, in order of appearance), edges in the order of their sources, then targets.
    Inward bridges come before outward ones, each in the order of their nodes.
    A page has the children from `offset` on, of `total`; the next page begins at `next`, absent at
    the end. An edge is on the page of the later of its two nodes, a bridge on that of its node, so
    that all pages together have each once.
    `first_view` has the scopes that are open when the graph is first shown, enclosing ones first;
    only the top level has any. It does not depend on grouping, thresholds or choices.
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
    first_view: list[str]
