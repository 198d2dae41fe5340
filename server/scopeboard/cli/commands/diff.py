"""`dashboard diff`: what differs between two graphs, for people, programs and CI."""

import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from scopeboard.cli.commands.arguments import add_format_flags, command_parser, format_of
from scopeboard.cli.commands.output import known, write_json, write_table
from scopeboard.cli.commands.status import DONE
from scopeboard.config.flags import CommandLineParser
from scopeboard.config.log_paths import location_of_graph, named_path
from scopeboard.errors import NotFoundError, SettingsError
from scopeboard.files.location import is_remote

if TYPE_CHECKING:  # the parsers of all commands load for completion
    from scopeboard.logs.graph import LogGraph
    from scopeboard.logs.graph_diff import GraphDifference

DIFFERENT: Final = 1
"""The exit status if something differs that `--fail_on` names."""

_HTML: Final = "html"
_FORMATS: Final = ("text", "json", "md", _HTML)
_REPORT_BYTES: Final = 20_000_000  # besides the page, as of `dashboard export`
_OF_CHANGES: Final = {
    "type": "type",
    "attribute": "attributes",
    "shape": "shapes",
    "dtype": "dtypes",
    "device": "device",
    "input": "inputs",
    "name": "name",
}
"""What `--fail_on` may name of a pair of ops, and how the table calls it."""
_REASONS: Final = ("any", "added", "removed", "params", *_OF_CHANGES)
_SHOWN: Final = 40  # rows of a table for a person
_SHOWN_SCOPES: Final = 20


def parser() -> CommandLineParser:
    """Return the parser of the command."""
    made = command_parser("diff", "Print what makes the second of two computation graphs.")
    for name, place in (("before", "first"), ("after", "second")):
        made.add_argument(
            name, metavar=name.upper(), help=f"the {place}: a graph file, or a log directory"
        )
    made.add_argument("--runs", nargs=2, metavar=("RUN", "RUN"), help="the runs of log directories")
    made.add_argument(
        "--fail_on",
        "--fail-on",
        type=_reasons,
        default=frozenset(),
        metavar="WHAT,…",
        help=f"exit with status {DIFFERENT} if any of these differs: {', '.join(_REASONS)}",
    )
    add_format_flags(made, _FORMATS)
    return made


def main(arguments: Sequence[str]) -> int:
    """Run the command."""
    options = parser().parse_args(arguments)
    form = format_of(options, _FORMATS)
    runs = options.runs or (None, None)
    paths = options.before, options.after
    with ExitStack() as logs:
        try:
            before, after = (_open(path, run, logs) for path, run in zip(paths, runs, strict=True))
        except NotFoundError as error:  # whose status is that of a difference
            raise SettingsError(str(error)) from None
        difference = before.diff(after)
        if form == _HTML:
            _write_report(paths, (before, after))
            return DIFFERENT if fails(difference, options.fail_on) else DONE
    found = report(difference)
    if form == "json":
        write_json(found)
    elif found["is_empty"]:
        sys.stdout.write("The graphs are the same.\n")
    else:
        _write_tables(found, _write_text if form == "text" else _write_markdown)
    return DIFFERENT if fails(difference, options.fail_on) else DONE


def report(difference: "GraphDifference") -> dict[str, Any]:
    """Return everything that differs, as values of JSON."""
    ops = [
        {**row, "details": list(difference.details(row["name"]) if row["changes"] else ())}
        for row in difference.ops
    ]
    return {
        "is_empty": difference.is_empty,
        "costs": list(difference.costs),
        "moves": list(difference.moves),
        "scopes": list(difference.scopes),
        "ops": ops,
    }


def fails(difference: "GraphDifference", reasons: Iterable[str]) -> bool:
    """Return whether something differs that `reasons` names."""
    kinds = set(difference.ops["kind"])
    changes = {change for text in difference.ops["changes"] for change in text.split(", ")}
    holds = {
        "any": not difference.is_empty,
        "added": "added" in kinds,
        "removed": "removed" in kinds,
        "params": _parameters_differ(difference),
        **{reason: name in changes for reason, name in _OF_CHANGES.items()},
    }
    return any(holds[reason] for reason in reasons)


def _parameters_differ(difference: "GraphDifference") -> bool:
    rows = [row for row in difference.costs if row["cost"] in {"parameters", "non_trainable"}]
    return any(known(row["before"]) != known(row["after"]) for row in rows)


def _open(text: str, run: str | None, logs: ExitStack) -> "LogGraph":
    """Return the graph of a file, or of a log, which `logs` closes: of a run, or the first."""
    from scopeboard.logs.index.graph import open_graph  # noqa: PLC0415 - imports the graph engine
    from scopeboard.logs.opening import open as open_log  # noqa: PLC0415 - imports most modules

    place = Path() if is_remote(text) else named_path(text)
    if not place.exists():
        raise NotFoundError(f"There is no file or directory {place}.")
    if _is_file(text):
        if run is not None:
            raise SettingsError(f"{text} is a file; --runs names runs of log directories.")
        return open_graph(location_of_graph(text, "LOG"))
    return logs.enter_context(open_log(text)).graph(run)


def _write_report(paths: Sequence[str], graphs: Sequence["LogGraph"]) -> None:
    """Write the page with both graphs as one drawing, and what differs, to the standard output."""
    from scopeboard.report.graph_difference import difference_report  # noqa: PLC0415 - likewise
    from scopeboard.web.page import STATIC  # noqa: PLC0415 - likewise

    with TemporaryDirectory() as directory:
        folders = [Path(directory, side) for side in ("before", "after")]
        for folder in folders:
            folder.mkdir()
        before, after = (
            location_of_graph(text, "LOG") if _is_file(text) else graph.file(folder)
            for text, graph, folder in zip(paths, graphs, folders, strict=True)
        )
        document, _ = difference_report(before, after, _REPORT_BYTES, STATIC)
    sys.stdout.buffer.write(document)


def _is_file(text: str) -> bool:
    """Return whether an argument names a file with a graph, and not a log."""
    from scopeboard.ingest.discovery.listing import GRAPH_SUFFIXES  # noqa: PLC0415 - likewise

    is_here = not is_remote(text) and named_path(text).is_file()
    return text.endswith(GRAPH_SUFFIXES) or is_here


def _reasons(text: str) -> frozenset[str]:
    """Return the parts of a list."""
    parts = frozenset(filter(None, text.split(",")))
    for part in sorted(parts - set(_REASONS)):
        raise ArgumentTypeError(f"{part} is none of {', '.join(_REASONS)}")
    return parts


def _write_tables(
    found: dict[str, Any], write_lines: Callable[[str, Sequence[str], list[list[str]]], None]
) -> None:
    """Write the tables that have lines, of long ones the first lines."""
    for title, columns, lines, most in _tables(found):
        if lines:
            write_lines(title, columns, lines[:most])
            if len(lines) > most:
                sys.stdout.write(f"\n… and {len(lines) - most:,} more; --json has them\n")
            sys.stdout.write("\n")


def _write_text(title: str, columns: Sequence[str], lines: list[list[str]]) -> None:
    sys.stdout.write(f"{title}\n")
    write_table(columns, lines)


def _write_markdown(title: str, columns: Sequence[str], lines: list[list[str]]) -> None:
    sys.stdout.write(f"### {title}\n\n")
    for cells in (columns, ["---"] * len(columns), *lines):
        sys.stdout.write(f"| {' | '.join(map(_markdown, cells))} |\n")


def _tables(
    found: dict[str, Any],
) -> Iterable[tuple[str, Sequence[str], list[list[str]], int]]:
    """Yield the title, the columns and the lines of each table, and how many lines to show."""
    costs = [
        [row["cost"], *(_amount(row[name]) for name in ("before", "after", "difference"))]
        for row in found["costs"]
        if known(row["before"]) != known(row["after"])
    ]
    yield "Costs", ("cost", "before", "after", "difference"), costs, _SHOWN
    moves = [[row["origin"], row["to"], f"{row['ops']:,}"] for row in found["moves"]]
    yield "Renamed", ("before", "after", "ops"), moves, _SHOWN
    scopes = [
        [row["name"] or "(all)", *(f"{row[name]:,}" for name in ("added", "removed", "changed"))]
        for row in found["scopes"]
    ]
    yield "Scopes", ("scope", "added", "removed", "changed"), scopes, _SHOWN_SCOPES
    ops = [line for row in found["ops"] if row["kind"] != "renamed" for line in _op_lines(row)]
    yield "Ops", ("", "op", "type", "what", "before", "after"), ops, _SHOWN


def _op_lines(row: dict[str, Any]) -> Iterable[list[str]]:
    """Yield a line for each thing that differs in an op, the first with its name."""
    sign = {"added": "+", "removed": "-", "changed": "~"}[row["kind"]]
    name, kind = row["name"] or row["before_name"], row["type"] or row["before_type"]
    details = row["details"] or [{"what": "", "before": "", "after": ""}]
    for number, each in enumerate(details):
        own = [sign, name, kind] if number == 0 else ["", "", ""]
        yield [*own, each["what"], each["before"], each["after"]]


def _amount(amount: float) -> str:
    number = known(amount)
    return "unknown" if number is None else f"{number:,}"


def _markdown(text: str) -> str:
    """Return a text as a cell of a table in Markdown."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ")
