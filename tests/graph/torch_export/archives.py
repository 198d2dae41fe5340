"""Archives of torch.export for tests: real files, and programs of a few nodes.

The files in `tests/data/graph/torch_export` were written by PyTorch 2.13 and 2.6, the latter named
`…_2.6`. `oracle.json` has what PyTorch itself reads of each: counts, the dtype and shape of each
value, the values that each node uses, and the numbers of parameters.
"""

import json
from collections.abc import Mapping
from io import BytesIO
from typing import Any, Final
from zipfile import ZIP_STORED, ZipFile

from graph.graphdefs import DATA
from scopeboard.graph.graphdef.parser import ParsedGraph, parse
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.torch_export.convert import ConvertedArchive, convert_archive
from scopeboard.protowire.nested import Window

Json = dict[str, Any]

FOLDER: Final = DATA / "torch_export"
FILES: Final = sorted(FOLDER.glob("*.pt2"))
FLOAT: Final = 7
"""The number of float32 in the schema."""


def oracle() -> Json:
    """Return what PyTorch reads of each file, by the name of the file."""
    known: Json = json.loads((FOLDER / "oracle.json").read_bytes())
    return known


def bytes_of(file: str) -> bytes:
    """Return a file by its name."""
    return (FOLDER / f"{file}.pt2").read_bytes()


def converted(data: bytes) -> ConvertedArchive:
    """Return an archive converted from its bytes."""
    return convert_archive(Window.of(data))


def parsed(data: bytes) -> ParsedGraph:
    """Return the op graph of an archive."""
    return parse(converted(data).graph_def, flavour="torch_export")


def graph_of(file: str) -> OpGraph:
    """Return the op graph of a file by its name."""
    return parsed(bytes_of(file)).graph


def program_in(data: bytes) -> Json:
    """Return the JSON of the only program in an archive."""
    with ZipFile(BytesIO(data)) as archive:
        names = [
            name
            for name in archive.namelist()
            if "/models/" in name or name == "serialized_exported_program.json"
        ]
        program: Json = json.loads(archive.read(names[0]))
    return program


def tensor(name: str) -> Json:
    """Return an argument: a tensor."""
    return {"as_tensor": {"name": name}}


def meta(*sizes: int | str, dtype: int = FLOAT, requires_grad: bool = False) -> Json:
    """Return the type of a tensor; a text is an expression."""
    return {
        "dtype": dtype,
        "sizes": [
            {"as_int": size} if isinstance(size, int) else {"as_expr": {"expr_str": size}}
            for size in sizes
        ],
        "requires_grad": requires_grad,
    }


def node(target: str, inputs: list[Json], *outputs: str, modules: str = "", **more: Any) -> Json:  # noqa: ANN401 - of JSON
    """Return a node; inputs without a name are called `a0`, `a1` and so on."""
    return {
        "target": target,
        "inputs": [
            each if "arg" in each else {"name": f"a{index}", "arg": each}
            for index, each in enumerate(inputs)
        ],
        "outputs": [tensor(name) for name in outputs],
        "metadata": {"nn_module_stack": modules},
        **more,
    }


def graph(
    *nodes: Json, inputs: str = "", outputs: str = "", types: dict[str, Json] | None = None
) -> Json:
    """Return a graph of nodes; names of inputs and outputs are separated by spaces."""
    return {
        "inputs": [tensor(name) for name in inputs.split()],
        "outputs": [tensor(name) for name in outputs.split()],
        "nodes": list(nodes),
        "tensor_values": types or {},
    }


def program(made: Json, weights: dict[str, str] | None = None) -> Json:
    """Return a program of a graph; `weights` are paths of parameters by the names of inputs."""
    known = weights or {}
    specs = []
    for argument in made["inputs"]:
        name = argument["as_tensor"]["name"]
        if name in known:
            entry = {"arg": {"name": name}, "parameter_name": known[name]}
            specs.append({"parameter": entry})
        else:
            specs.append({"user_input": {"arg": argument}})
    outputs = [{"user_output": {"arg": argument}} for argument in made["outputs"]]
    signature = {"input_specs": specs, "output_specs": outputs}
    return {"graph_module": {"graph": made, "signature": signature}}


def archive(
    *programs: Json | bytes,
    compression: int = ZIP_STORED,
    more: Mapping[str, bytes] | None = None,
) -> bytes:
    """Return a PT2 archive of programs called `m0`, `m1` and so on; `more` are other members."""
    file = BytesIO()
    with ZipFile(file, "w", compression) as made:
        for index, each in enumerate(programs):
            data = each if isinstance(each, bytes) else json.dumps(each).encode()
            made.writestr(f"net/models/m{index}.json", data)
        for name, data in (more or {}).items():
            made.writestr(name, data)
    return file.getvalue()
