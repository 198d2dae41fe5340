"""Compares the blocks that are found in flat graphs with the modules whose names were removed.

Public models with equal layers are exported by a Python that has PyTorch and transformers, which
you name with `--with`; without it, the archives of torch.export that are in the folder are read.
The truth are the outermost modules with a number (`BertLayer[layer.3]`) that have an equal one
anywhere, or two of their class in their list do; but for stages: modules that are for the most part
several of one class. All names become
`node_1`, `node_2`…, and the blocks that the hierarchy then has, stages aside, are compared by pairs
of ops: two that are in one module, and two that are in one block.
"""

import argparse
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from scopeboard.graph.graphdef.parser import parse
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.prepared.prepared_graph import prepare_ops
from scopeboard.graph.torch_export.convert import convert_archive
from scopeboard.protowire.nested import Window
from tasks.checkout import ROOT
from tasks.errors import TaskError

_NO_OPS: Final = frozenset({"nn.Parameter", "nn.Buffer", "Constant", "Input", "Output"})
_ELEMENT: Final = re.compile(r"\d+\]$")
_SMALLEST: Final = 6  # ops of a module that counts as a block
_MOST: Final = 0.8

Blocks = dict[int, str]
"""The block of each op that is in one."""


def main(arguments: Sequence[str]) -> int:
    """Print a row for each model; return how many have an F1 below 0.9."""
    parser = argparse.ArgumentParser("scripts/bench blocks", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the archives are written")
    parser.add_argument("--with", dest="python", metavar="PYTHON", help="a Python with PyTorch")
    options = parser.parse_args(arguments)
    if options.python is not None:
        command = [options.python, "-m", "programs.exported_models.repeated", options.folder]
        variables = {**os.environ, "PYTHONPATH": str(ROOT / "scripts")}
        if subprocess.run(command, env=variables, check=False).returncode != 0:
            raise TaskError(f"{options.python} could not export the models.")
    below = 0
    for file in sorted(options.folder.glob("*.pt2")):
        window = Window.of(file.read_bytes())
        graph = parse(convert_archive(window).graph_def, flavour="torch_export").graph
        known, found = modules_of(graph), blocks_of(graph)
        precision, recall = agreement(known, found)
        score = 2 * precision * recall / ((precision + recall) or 1)
        below += score < 0.9
        sys.stdout.write(
            f"{file.stem:16}{len(set(known.values())):>4} modules{len(set(found.values())):>4} "
            f"blocks  precision {precision:.3f}  recall {recall:.3f}  F1 {score:.3f}\n"
        )
    return below


def modules_of(graph: OpGraph) -> Blocks:
    """Return the module of a list that each op is in."""
    members: defaultdict[str, list[int]] = defaultdict(list)
    for op in range(graph.main_count):
        parts = graph.names[op].split("/")[:-1]
        if graph.op_types[graph.op_type[op]] not in _NO_OPS:
            for depth in range(1, len(parts) + 1):
                members["/".join(parts[:depth])].append(op)
    content = {
        scope: tuple(sorted(Counter(graph.op_type[ops].tolist()).items()))
        for scope, ops in members.items()
        if len(ops) >= _SMALLEST and _ELEMENT.search(scope)
    }
    everywhere = Counter(content.values())
    of_class = Counter(_class_of(each) for each in content if everywhere[content[each]] > 1)
    repeated = sorted(
        scope
        for scope in content
        if (everywhere[content[scope]] > 1 or of_class[_class_of(scope)] > 1)
        and not _is_stage(scope, members, content)
    )
    return {op: scope for scope in reversed(repeated) for op in members[scope]}


def _class_of(scope: str) -> str:
    """Return the list that a module is in, and its class."""
    return _ELEMENT.sub("", scope)


def _is_stage(scope: str, members: Mapping[str, list[int]], content: Mapping[str, object]) -> bool:
    """Return whether most of a module are numbered modules of one class, the outermost in it."""
    below = [each for each in content if each.startswith(f"{scope}/")]
    inner = [each for each in below if not any(_is_inside(each, other) for other in below)]
    sizes: Counter[str] = Counter()
    for each in inner:
        sizes[each.rpartition("/")[2].partition("[")[0]] += len(members[each])
    most, size = max(sizes.items(), key=lambda each: each[1], default=("", 0))
    count = sum(each.rpartition("/")[2].startswith(f"{most}[") for each in inner)
    return count > 1 and size >= _MOST * len(members[scope])


def _is_inside(scope: str, other: str) -> bool:
    return scope.startswith(f"{other}/")


def blocks_of(graph: OpGraph) -> Blocks:
    """Return the outermost block of each op in the same graph without names, stages aside."""
    flat = replace(graph, names=[f"node_{number}" for number in range(len(graph.names))])
    tree = prepare_ops(flat).tree
    found: Blocks = {}
    for op, row in enumerate(tree.op_rows().tolist()[: graph.main_count]):
        if graph.op_types[graph.op_type[op]] in _NO_OPS:
            continue
        above = row
        while above > 0:
            if tree.kind(above) == "block" and not tree.label(above).startswith("(stage"):
                found[op] = str(above)
            above = int(tree.parent[above])
    return found


def agreement(known: Blocks, found: Blocks) -> tuple[float, float]:
    """Return the shares of the pairs in blocks, and of those in modules, that are in both."""
    both = Counter((known[op], found[op]) for op in known.keys() & found.keys())
    shared = _pairs(both)
    of_blocks, of_modules = _pairs(Counter(found.values())), _pairs(Counter(known.values()))
    return shared / (of_blocks or 1), shared / (of_modules or 1)


def _pairs(sizes: Counter[str] | Counter[tuple[str, str]]) -> int:
    return sum(size * (size - 1) // 2 for size in sizes.values())
