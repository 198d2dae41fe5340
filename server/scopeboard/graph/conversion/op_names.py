"""Unique names of ops, and the scopes in them."""

from typing import Final

UNDEFINED: Final = "(undefined)"
"""The input of a node that names no tensor; no op has this name."""


class OpNames:
    """The unique names of the ops of one graph.

    Attributes:
        duplicates: the number of nodes with the name of an earlier one.
    """

    def __init__(self) -> None:
        self.duplicates = 0
        self._used = {UNDEFINED}
        self._ports: set[str] = set()
        self._numbers: dict[str, int] = {}

    def add(self, name: str, outputs: int = 1, *, is_node: bool = False) -> str:
        """Return a name that no op has: `name`, or `name#2`.

        Args:
            name: the name in the file.
            outputs: the number of outputs; `name:1` then is no op, but the second of these.
            is_node: whether a name that occurs twice is a fault of the file.
        """
        if name[:1] == "^":  # it would be a control input
            name = f"_{name[1:]}"
        chosen, number = name, self._numbers.get(name, 1)
        self.duplicates += is_node and name in self._used
        while self._is_taken(chosen, outputs):
            number += 1
            chosen = f"{name}#{number}"
        if number > 1:
            self._numbers[name] = number
        self._used.add(chosen)
        for port in range(1, outputs):
            self._ports.add(f"{chosen}:{port}")
        return chosen

    def _is_taken(self, name: str, outputs: int) -> bool:
        used = self._used
        if name in used or name in self._ports:
            return True
        return outputs > 1 and any(f"{name}:{port}" in used for port in range(1, outputs))


def common_scope(left: str, right: str) -> str:
    """Return the deepest scope that has both scopes inside."""
    if left == right:
        return left
    both = zip(left.split("/"), right.split("/"), strict=False)
    shared = []
    for first, second in both:
        if first != second:
            break
        shared.append(first)
    return "/".join(shared)
