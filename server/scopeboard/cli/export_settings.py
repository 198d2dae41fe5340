"""The arguments of `dashboard export` as settings."""

from collections.abc import Sequence
from dataclasses import dataclass
from os.path import isdir
from pathlib import Path
from typing import Final

from scopeboard.config.flag_types import whole_number
from scopeboard.config.flags import CommandLineParser, add_reading_flags, with_underscores
from scopeboard.config.log_paths import named_path
from scopeboard.config.settings import Settings, reading_settings
from scopeboard.errors import SettingsError
from scopeboard.report.graph_file import GRAPH_FORMATS

HTML: Final = "html"
DEFAULT_SIZE: Final = 20  # megabytes
STDOUT: Final = "-"
_MEGABYTE: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class ReportSettings:
    """The log to read, the view of it, and the output file: None for the standard output.

    `size` is the maximum size of the data in the file in bytes, besides the page itself. `form` is
    `HTML`, or a format of the graph of the view; `scope` is the scope of it to write, empty for all
    of it.
    """

    settings: Settings
    view: str
    output: Path | None
    size: int
    form: str
    scope: str


def parse_export(argv: Sequence[str]) -> ReportSettings:
    """Return the settings of command-line arguments.

    Raises:
        SettingsError: the arguments contradict each other, or a path does not exist.
        SystemExit: `--help`, or an unknown argument.
    """
    parser = export_parser()
    options, others = parser.parse_known_args(with_underscores(argv))
    if others:
        parser.refuse(others)
    output = None if options.output == STDOUT else named_path(options.output)
    if output is not None and output.is_dir():
        raise SettingsError(f"{output} is a directory; name a file in it, such as report.html.")
    if output is not None and not output.parent.is_dir():
        raise SettingsError(f"There is no directory {output.parent} to write {output.name} into.")
    form = options.format or _form_of(output)
    if options.scope and form == HTML:
        raise SettingsError(f"--scope is for a graph: {', '.join(GRAPH_FORMATS)}.")
    settings = reading_settings(options)
    directory = settings.log_directory
    if directory is None and not (settings.graphs or settings.is_demo):
        raise SettingsError("Name a source to export: --logdir DIR, --graph FILE or --demo.")
    if isinstance(directory, Path) and not (settings.links or isdir(directory)):  # noqa: PTH112 - raises nothing
        raise SettingsError(f"There is no log directory {directory}.")
    size = options.size * _MEGABYTE
    return ReportSettings(settings, options.view, output, size, form, options.scope)


def _form_of(output: Path | None) -> str:
    """Return the format that the name of a file implies."""
    ending = "" if output is None else output.suffix.removeprefix(".").lower()
    return ending if ending in GRAPH_FORMATS else HTML


def export_parser() -> CommandLineParser:
    """Return the parser of `dashboard export`."""
    parser = CommandLineParser(
        prog="dashboard export",
        description="Write a view of training logs as one HTML file, which needs no server, or its "
        "graph for other programs.",
    )
    add = parser.add_argument
    add(
        "--view",
        default="",
        metavar="VIEW",
        help="a saved view by its name, or a link or query of the page (default: the first view)",
    )
    add("-o", "--output", required=True, metavar="FILE", help="the file to write; - for stdout")
    add(
        "--format",
        choices=(HTML, *GRAPH_FORMATS),
        help="html, or a format for the graph of the view (default: by the name of the file)",
    )
    add(
        "--scope",
        default="",
        metavar="NAME",
        help="the scope of the graph to write (default: the whole graph)",
    )
    add(
        "--size",
        type=whole_number,
        default=DEFAULT_SIZE,
        metavar="MB",
        help="size limit of the data in the file (default: 20)",
    )
    add_reading_flags(add)
    return parser
