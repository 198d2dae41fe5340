"""`dashboard graph`: the size, costs and faults of a graph, or the graph in another form."""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scopeboard.cli.commands.arguments import add_log_flags, command_parser, open_log_of
from scopeboard.cli.commands.output import known, write_json, write_table
from scopeboard.cli.commands.status import DONE
from scopeboard.config.flags import CommandLineParser
from scopeboard.config.log_paths import location_of_graph
from scopeboard.errors import SettingsError
from scopeboard.number_text import counted, plain_size

if TYPE_CHECKING:  # see `arguments`
    from scopeboard.logs.graph import LogGraph

FORMS: Final = ("dot", "gexf", "graphml", "json")
_TOP: Final = 10
_COSTS: Final = ("parameters", "non_trainable", "flops", "activation_bytes")
_FAULTS: Final = (
    "duplicate_names",
    "ghost_inputs",
    "damaged_ops",
    "more_damage",
    "long_names",
)


def parser() -> CommandLineParser:
    """Return the parser of the command."""
    made = command_parser(
        "graph", "Print the size, costs and faults of a computation graph, or write it as a file."
    )
    made.add_argument("action", choices=("summary", "export"), help="what to print")
    made.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="a graph file (.pb, .pbtxt, .meta, .hlo.pb, .onnx, .pt2, .tflite, .mlir, weights)",
    )
    add_log_flags(made)
    made.add_argument("--run", metavar="NAME", help="the graph of a run of the log, without FILE")
    made.add_argument("--json", action="store_true", help="print everything as JSON")
    made.add_argument(
        "-o", "--output", metavar="PATH", help="the file of an export (default: standard output)"
    )
    made.add_argument(
        "--format", choices=FORMS, help="of an export (default: by the end of the file's name)"
    )
    made.add_argument("--scope", default="", metavar="NAME", help="export this scope only")
    return made


def main(arguments: Sequence[str]) -> int:
    """Run the command."""
    options = parser().parse_args(arguments)
    if options.file is not None:
        from scopeboard.logs.index.graph import open_graph  # noqa: PLC0415 - imports the graph engine

        path = location_of_graph(options.file, "FILE")
        if isinstance(path, Path) and not path.is_file():
            raise SettingsError(f"There is no file {path}; a log directory is --logdir {path}.")
        return _print(open_graph(path), options)
    with open_log_of(options) as log:
        return _print(log.graph(options.run), options)


def _print(graph: "LogGraph", options: argparse.Namespace) -> int:
    if options.action == "export":
        _export(graph, options)
        return DONE
    found = summary(graph)
    if options.json:
        write_json(found)
    else:
        _write(found)
    return DONE


def _export(graph: "LogGraph", options: argparse.Namespace) -> None:
    """Write a graph in a form.

    Raises:
        SettingsError: the form is not known, or the file cannot be written.
    """
    path = None if options.output is None else Path(options.output)
    form: Any = "json" if options.json else options.format or (path.suffix[1:] if path else "json")
    if form not in FORMS:
        raise SettingsError(f"--format is one of {', '.join(FORMS)}; {path} does not name one.")
    pieces = graph.export(form, options.scope)
    if path is None:
        sys.stdout.writelines(pieces)
        return
    try:
        with path.open("w", encoding="utf-8", errors="replace") as file:
            file.writelines(pieces)
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {error.strerror}.") from error


def summary(graph: "LogGraph") -> dict[str, Any]:
    """Return sizes, costs (None for unknown ones), op types, scopes, faults and properties."""
    facts, costs = graph.summary, graph.costs()
    top = graph.scope().nodes
    return {
        "label": facts.label,
        "run": graph.run,
        "ops": facts.nodes,
        "edges": facts.edges,
        "functions": facts.functions,
        "function_ops": facts.function_ops,
        "scopes": len(graph.scopes),
        **{name: known(costs[name][0]) for name in _COSTS},
        "is_lower_bound": bool(costs["is_lower_bound"][0]),
        "op_types": dict(Counter(graph.ops["type"]).most_common()),
        "dtypes": dict(Counter(filter(None, graph.ops["dtype"])).most_common()),
        "top_level": [_node(row) for row in top],
        "faults": {name: getattr(facts, name) for name in _FAULTS if getattr(facts, name)},
        "is_cut": facts.is_cut,
        "properties": dict(facts.properties),
    }


def _node(row: dict[str, Any]) -> dict[str, Any]:
    costs = {name: known(row[name]) for name in ("parameters", "flops")}
    return {"name": row["name"], "type": row["type"], "ops": row["ops"], **costs}


def _write(found: dict[str, Any]) -> None:
    write = sys.stdout.write
    if found["label"]:
        write(f"{found['label']}\n")
    for name, text in found["properties"].items():
        write(f"{name}: {text}\n")
    sizes = [counted(found[name], name[:-1]) for name in ("ops", "edges", "scopes", "functions")]
    write(", ".join(sizes) + "\n")
    at_least = "at least " if found["is_lower_bound"] else ""
    for name, words in zip(
        _COSTS, ("parameters", "non-trainable", "FLOPs", "activations"), strict=True
    ):
        if found[name] is not None:
            amount = plain_size(found[name]) if name.endswith("bytes") else f"{found[name]:,}"
            write(f"{words}: {at_least}{amount}\n")
    types = list(found["op_types"].items())
    write("\n")
    write_table(["op type", "ops"], [[name, f"{count:,}"] for name, count in types[:_TOP]])
    if len(types) > _TOP:
        write(f"… and {len(types) - _TOP:,} more types; --json has them\n")
    nodes = sorted(found["top_level"], key=lambda node: -node["ops"])
    write("\n")
    write_table(
        ["top level", "ops", "parameters", "flops"],
        [
            [node["name"], *map(_number, (node["ops"], node["parameters"], node["flops"]))]
            for node in nodes[:_TOP]
        ],
    )
    if len(nodes) > _TOP:
        write(f"… and {len(nodes) - _TOP:,} more nodes; --json has them\n")
    for name, count in found["faults"].items():
        write(f"\nfault: {name.replace('_', ' ')}: {count:,}\n")
    if found["is_cut"]:
        write("\nfault: the file ends within the graph\n")


def _number(value: int | None) -> str:
    return "" if value is None else f"{value:,}"
