"""Compares our reading of models with that of the framework that wrote them, and times it.

Public models are exported by a Python that has PyTorch, torchvision and transformers, which you
name with `--with`, or TensorFlow, which you name with `--with-tensorflow`, or JAX, which you name
with `--with-jax`; without them, a folder that was written before is compared. Of each program of
torch.export, each TFLite model and each HLO module all ops, all inputs of each op by the value that
it uses, all dtypes and sizes, and the number of parameters have to be equal. Four models are
written as ONNX, as torch.export and as HLO: their parameters and multiply-adds have to be equal.
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

from programs.bench.exported_formats import compare_formats
from programs.bench.exported_hlo import compare_hlo, compare_text
from scopeboard.concurrency.cancellation import never_cancelled
from scopeboard.graph.costs.costs import count_costs
from scopeboard.graph.graphdef.parser import parse
from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.tflite.convert import convert_tflite
from scopeboard.graph.torch_export.archive import read_programs
from scopeboard.graph.torch_export.convert import convert_archive
from scopeboard.graph.torch_export.read_graph import GraphReader
from scopeboard.protowire.nested import Window
from tasks.checkout import ROOT
from tasks.errors import TaskError

SCRIPTS: Final = ROOT / "scripts"
_OURS: Final = frozenset({"Input", "Output", "Constant", "Variable"})


def main(arguments: Sequence[str]) -> int:
    """Print a row for each model; return how many are read otherwise than PyTorch does."""
    options = _parser().parse_args(arguments)
    formats = options.folder / "formats"
    for python, program, folder in (
        (options.python, "programs.exported_models", options.folder),
        (options.python, "programs.exported_models.formats", formats),
        (options.tensorflow, "programs.lite_models", options.folder),
        (options.jax, "programs.hlo_models", options.folder),
    ):
        if python is not None:
            command = [python, "-W", "ignore", "-m", program, folder, *options.models]
            variables = {**os.environ, "PYTHONPATH": str(SCRIPTS)}
            if subprocess.run(command, env=variables, check=False).returncode != 0:
                raise TaskError(f"{python} could not export the models; see the output above.")
    differing = 0
    for pattern, compare in (
        ("*.pt2", compare_program), ("*.tflite", compare_lite), ("*.hlo.pb", compare_hlo),
        ("*.mlir", compare_text),
    ):  # fmt: skip
        for file in sorted(options.folder.glob(pattern)):
            differences, row = compare(file, json.loads(_reading_beside(file).read_bytes()))
            sys.stdout.write(f"{row}: {', '.join(differences) or 'equal'}\n")
            differing += bool(differences)
    for first in sorted(formats.glob("*.onnx")):
        beside = first.with_suffix(".pt2"), options.folder / f"{first.stem}.hlo.pb"
        differences, row = compare_formats([first, *(file for file in beside if file.exists())])
        sys.stdout.write(f"{row}: {', '.join(differences) or 'equal'}\n")
        differing += bool(differences)
    return differing


def _reading_beside(file: Path) -> Path:
    """Return the file with what a framework read; that of a text has both endings."""
    return file.with_suffix(".mlir.json" if file.suffix == ".mlir" else ".json")


def compare_lite(file: Path, known: dict[str, Any]) -> tuple[list[str], str]:
    """Return what differs in a TFLite model from what TensorFlow read, and a row of a table.

    The first subgraph is compared; others are bodies of its ops, or of other signatures.
    """
    window = Window.of(file.read_bytes())
    begun = time.perf_counter()
    graph = parse(convert_tflite(window).graph_def, flavour="tflite").graph
    seconds = time.perf_counter() - begun
    ops, tensors = known["subgraphs"][0]["ops"], known["subgraphs"][0]["tensors"]
    kinds = [graph.op_types[row] for row in graph.op_type[: graph.main_count].tolist()]
    rows = [op for op, kind in enumerate(kinds) if kind not in _OURS][: len(ops)]
    makers = {
        number: (row, port)
        for row, (_, _, outputs) in zip(rows, ops, strict=True)
        for port, number in enumerate(outputs)
    }
    edges = graph.edges
    columns = (edges.target, edges.slot, edges.source, edges.port)
    used = {
        (target, slot): (source, port)
        for target, slot, source, port in zip(*(each.tolist() for each in columns), strict=True)
    }
    wrong_inputs = wrong_types = 0
    for row, (_, inputs, outputs) in zip(rows, ops, strict=True):
        for slot, number in enumerate(inputs):
            found = used.get((row, slot))
            expected = None if number < 0 else makers.setdefault(number, found or (-1, -1))
            wrong_inputs += found != expected
        for port, number in enumerate(outputs):
            tensor = int(graph.tensors.first[row]) + port
            dtype = dtype_text(int(graph.tensors.dtype[tensor]))
            sizes = [max(size, -1) for size in graph.tensors.find_shape(tensor) or ()]
            wrong_types += [dtype, sizes] != tensors[number][1:]
    parameters = int(count_costs(graph).parameters[: graph.main_count].sum())
    checks = {
        "ops": [kinds[row] for row in rows] != [kind for kind, _, _ in ops],
        f"{wrong_inputs} inputs of ops": bool(wrong_inputs),
        f"{wrong_types} dtypes or shapes": bool(wrong_types),
        "parameters": parameters != known["weights"],
    }
    row_text = f"{file.stem:20}{len(ops):>6} ops{parameters:>13,} parameters{seconds:>8.3f} s"
    return [name for name, differs in checks.items() if differs], row_text


def compare_program(file: Path, known: dict[str, Any]) -> tuple[list[str], str]:
    """Return what differs in an archive from what PyTorch read, and a row of a table."""
    window = Window.of(file.read_bytes())
    begun = time.perf_counter()
    graph = parse(convert_archive(window).graph_def, flavour="torch_export").graph
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
    parser.add_argument(
        "--with-tensorflow", dest="tensorflow", metavar="PYTHON", help="one that has TensorFlow"
    )
    parser.add_argument("--with-jax", dest="jax", metavar="PYTHON", help="one that has JAX")
    return parser
