"""Compares our reading of programs of torch.export with PyTorch's, and times it.

Public models are exported by a Python that has PyTorch, torchvision and transformers, which you
name with `--with`; without it, a folder that was written before is compared. Of each model all ops,
all inputs of each op by the value that it uses, all dtypes and sizes, and the number of parameters
have to be equal.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from scopeboard.concurrency.cancellation import never_cancelled
from scopeboard.graph.costs.costs import count_costs
from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.source.entry import parse_torch_export
from scopeboard.graph.torch_export.archive import read_programs
from scopeboard.graph.torch_export.convert import convert_archive
from scopeboard.graph.torch_export.read_graph import GraphReader
from scopeboard.protowire.nested import Window
from tasks.checkout import ROOT
from tasks.errors import TaskError

SCRIPTS: Final = ROOT / "scripts"


def main(arguments: Sequence[str]) -> int:
    """Print a row for each model; return how many are read otherwise than PyTorch does."""
    options = _parser().parse_args(arguments)
    if options.python is not None:
        command = [options.python, "-W", "ignore", "-m", "programs.exported_models", options.folder]
        variables = {**os.environ, "PYTHONPATH": str(SCRIPTS)}
        done = subprocess.run([*command, *options.models], env=variables, check=False)
        if done.returncode != 0:
            raise TaskError(f"{options.python} could not export the models; see the output above.")
    differing = 0
    for file in sorted(options.folder.glob("*.pt2")):
        differences, row = compare(file, json.loads(file.with_suffix(".json").read_bytes()))
        sys.stdout.write(f"{row}: {', '.join(differences) or 'equal'}\n")
        differing += bool(differences)
    return differing


def compare(file: Path, known: dict[str, Any]) -> tuple[list[str], str]:
    """Return what differs in an archive from what PyTorch read, and a row of a table."""
    window = Window.of(file.read_bytes())
    begun = time.perf_counter()
    graph = parse_torch_export(convert_archive(window).graph_def).graph
    seconds = time.perf_counter() - begun
    uses, values = _reading(window, graph)
    parameters = int(count_costs(graph).parameters[: graph.main_count].sum())
    wrong = sum(values.get(name) != value for name, value in known["values"].items())
    checks = {
        "ops": len(uses) != len(known["uses"]),
        "inputs of ops": uses != list(known["uses"].values()),
        f"{wrong} dtypes or shapes": bool(wrong),
        "parameters": parameters != known["parameters"],
    }
    row = f"{file.stem:20}{len(uses):>6} ops{parameters:>13,} parameters{seconds:>8.3f} s"
    return [name for name, differs in checks.items() if differs], row


def _reading(window: Window, graph: OpGraph) -> tuple[list[list[str]], dict[str, list[object]]]:
    """Return the values that each node uses, and dtype and sizes of each value by its name."""
    (program,) = read_programs(window, never_cancelled)
    read = GraphReader(never_cancelled).program(program)
    outputs = [(each.value,) for each in read.inputs] + [each.outputs for each in read.nodes]
    tensors, edges = graph.tensors, graph.edges
    names: dict[tuple[int, int], str] = {}
    values: dict[str, list[object]] = {}
    for op, listed in enumerate(outputs):  # ops are in the order of the program
        for port, name in enumerate(listed):
            row = int(tensors.first[op]) + port
            sizes = [
                size if size >= 0 else tensors.symbols[-2 - size]
                for size in tensors.find_shape(row) or ()
            ]
            names[op, port] = name or ""
            values[name or ""] = [dtype_text(int(tensors.dtype[row])), sizes]
    used: list[dict[int, str]] = [{} for _ in outputs]
    columns = (edges.source, edges.port, edges.target, edges.slot)
    for source, port, target, slot in zip(*(each.tolist() for each in columns), strict=True):
        if target < len(outputs):
            used[target][slot] = names[source, port]
    nodes = used[len(read.inputs) :]
    return [[name for _, name in sorted(each.items())] for each in nodes], values


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scripts/bench exported", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the models are written")
    parser.add_argument("models", nargs="*", help="which to export (default: all)")
    parser.add_argument("--with", dest="python", metavar="PYTHON", help="a Python that has PyTorch")
    return parser
