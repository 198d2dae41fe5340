"""Changes to fragments of a GraphDef before they are written as text.

A merged graph gives each of its graphs a scope of its own, `graph_1/…`, and its functions a prefix.
Large attributes of nodes are removed, and an attribute of their own lists their names.
"""

from dataclasses import dataclass
from typing import Final

from google.protobuf.message import Message

from scopeboard.graph.export.message_text import Edit
from scopeboard.wire.graph_pb2 import FunctionDef, FunctionDefLibrary, GraphDef, NodeDef

_CALL: Final = "PartitionedCall"


@dataclass(frozen=True, slots=True)
class AttributeLimit:
    """The attributes of nodes with more than `bytes` are removed; attribute `key` lists them."""

    bytes: int
    key: str


@dataclass(frozen=True, slots=True)
class GraphEdits:
    """The changes to one graph: a prefix of all names, which may be empty, and a limit."""

    prefix: str
    limit: AttributeLimit | None

    def edit_graph(self, fragment: Message) -> None:
        """Change a fragment of a GraphDef: some of its nodes."""
        if isinstance(fragment, GraphDef):
            for node in fragment.node:
                self._rename_node(node, node.op)
            if self.limit:
                remove_large_attributes(fragment, self.limit)

    def node_edit(self) -> Edit:
        """Return the edit for fragments of one node, to be called in the order of its fields."""
        op = ""

        def edit(fragment: Message) -> None:
            nonlocal op
            if isinstance(fragment, NodeDef):
                op = fragment.op or op
                self._rename_node(fragment, op)

        return edit

    def edit_library(self, fragment: Message) -> None:
        """Change a fragment of a library: some of its functions or gradients."""
        if isinstance(fragment, FunctionDefLibrary) and self.prefix:
            for function in fragment.function:
                self.edit_function(function)
            for gradient in fragment.gradient:
                gradient.function_name = f"{self.prefix}_{gradient.function_name}"
                gradient.gradient_func = f"{self.prefix}_{gradient.gradient_func}"

    def edit_function(self, fragment: Message) -> None:
        """Change a fragment of a function."""
        if self.prefix and isinstance(fragment, FunctionDef) and fragment.HasField("signature"):
            fragment.signature.name = f"{self.prefix}_{fragment.signature.name}"

    def _rename_node(self, node: NodeDef, op: str) -> None:
        """Add the prefix to the names of a node, of its inputs and of the function that it calls.

        A control input stays one; TensorBoard makes `graph_1/^x` of `^x`.
        """
        prefix = self.prefix
        if not prefix:
            return
        if node.name:
            node.name = f"{prefix}/{node.name}"
        node.input[:] = [
            f"^{prefix}/{name[1:]}" if name.startswith("^") else f"{prefix}/{name}"
            for name in node.input
        ]
        if op == _CALL and "f" in node.attr:
            node.attr["f"].func.name = f"{prefix}_{node.attr['f'].func.name}"


def remove_large_attributes(graph: GraphDef, limit: AttributeLimit) -> None:
    """Remove the attributes of nodes that exceed a limit, and list their names."""
    for node in graph.node:
        if node.ByteSize() <= limit.bytes:  # no attribute is larger than its node
            continue
        for name in [name for name, value in node.attr.items() if value.ByteSize() > limit.bytes]:
            del node.attr[name]
            node.attr[limit.key].list.s.append(name.encode())
