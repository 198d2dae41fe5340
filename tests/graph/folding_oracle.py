"""A second opinion on what is folded: the rules of `hierarchy.folding` in plain Python."""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

Kind = Literal["tensor", "control"]
_CONSTANTS = {"Const", "prim::Constant"}
_SETTINGS = {"prim::GetAttr", "prim::ListConstruct", "prim::TupleConstruct"}
_PASSES = {
    "prim::ListConstruct", "prim::TupleConstruct", "prim::TupleUnpack", "prim::ListUnpack",
    "prim::NumToTensor", "aten::Int", "aten::ScalarImplicit",
}  # fmt: skip
_ARITHMETIC = {"prim::NumToTensor", "aten::Int", "aten::ScalarImplicit"} | {
    f"aten::{name}" for name in ("add", "sub", "rsub", "mul", "floor_divide", "remainder")
}


@dataclass(frozen=True)
class Link:
    """A base edge; `place` tells apart the tensors that flow between two ops."""

    source: str
    target: str
    kind: Kind
    place: int


class FoldingOracle:
    """What is folded of a graph, and where the links of folded ops lead."""

    def __init__(self, op_types: dict[str, str], links: list[Link]) -> None:
        self._types, self._links = op_types, links
        is_torch = any("::" in each for each in op_types.values())
        self.folded: set[str] = self._find_folded() if is_torch else set()

    def links(self) -> list[Link]:
        """Return the links past folded ops."""
        links = []
        for link in self._links:
            if link.target not in self.folded:
                links.append(link)
                continue
            host = self._host(link.target, self.folded)
            if link.source != host and not self._is_size_of_data(link):
                links.append(replace(link, target=host))
        return links

    def _find_folded(self) -> set[str]:
        folded = {op for op in self._types if self._may_fold(op)}
        while True:
            hosts = {op: self._host(op, folded) for op in folded}
            bad = {op for op, host in hosts.items() if host in folded or not self._is_plain(host)}
            fed = {
                (link.source, hosts.get(link.target, link.target))
                for link in self._links
                if not (link.target in folded and self._types[link.target] == "aten::size")
            }
            bad |= {
                link.target
                for link in self._links
                if link.target in folded
                and self._is_size_of_data(link)
                and ((link.source, hosts[link.target]) not in fed or link.source in folded)
            }
            if not bad:
                return folded
            folded -= bad

    def _may_fold(self, op: str) -> bool:
        touching = [link for link in self._links if op in (link.source, link.target)]
        outputs = [link for link in self._links if link.source == op]
        if not outputs or any(link.kind == "control" for link in touching):
            return False
        is_pass = self._types[op] in _PASSES or op in self._sizes
        return op in self._settings or (is_pass and len(outputs) == 1)

    def _inputs(self, op: str) -> list[str]:
        return [link.source for link in self._links if link.target == op]

    def _is_plain(self, op: str) -> bool:
        op_type = self._types[op]
        return op_type not in _CONSTANTS and not re.fullmatch("[A-Za-z]+Summary", op_type)

    def _is_size_of_data(self, link: Link) -> bool:
        is_size = self._types[link.target] == "aten::size"
        is_data = self._types[link.source] not in _CONSTANTS and link.source not in self._settings
        return is_size and is_data

    def _host(self, op: str, folded: set[str]) -> str:
        for _ in range(65):
            if op not in folded:
                break
            op = next(link.target for link in self._links if link.source == op)
        return op

    def _closure(self, known: set[str], types: set[str]) -> set[str]:
        known = set(known)
        while True:
            new = {
                op
                for op, op_type in self._types.items()
                if op_type in types and op not in known and known.issuperset(self._inputs(op))
            }
            if not new:
                return known
            known |= new

    @cached_property
    def _constants(self) -> set[str]:
        return {op for op, op_type in self._types.items() if op_type in _CONSTANTS}

    @cached_property
    def _settings(self) -> set[str]:
        outside = {link.source for link in self._links if link.kind == "control"} | {
            link.target for link in self._links if link.kind == "control"
        }
        used = {link.source for link in self._links}
        found = self._closure(self._constants, _SETTINGS) - self._constants
        return {op for op in found if op in used and op not in outside}

    @cached_property
    def _sizes(self) -> set[str]:
        reads = {op for op, op_type in self._types.items() if op_type == "aten::size"}
        known = self._closure(self._constants | reads, _ARITHMETIC)
        sizes = set(reads)
        while True:
            new = {
                op
                for op in known - sizes - self._constants
                if self._types[op] in _ARITHMETIC and sizes & set(self._inputs(op))
            }
            if not new:
                return sizes
            sizes |= new
