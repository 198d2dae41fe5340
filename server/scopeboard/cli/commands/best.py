"""`dashboard best`: the best value of a tag in each run."""

from collections.abc import Sequence
from typing import Literal

from scopeboard.cli.commands.arguments import (
    add_format_flags,
    add_log_flags,
    command_parser,
    format_of,
    open_log_of,
)
from scopeboard.cli.commands.output import write_rows
from scopeboard.cli.commands.status import DONE, NOTHING_FOUND
from scopeboard.config.flags import CommandLineParser


def parser() -> CommandLineParser:
    """Return the parser of the command."""
    made = command_parser("best", "Print the best value of a tag in each run, the best run first.")
    made.add_argument("tag", help="a tag of scalars")
    add_log_flags(made)
    add_format_flags(made)
    group = made.add_mutually_exclusive_group()
    group.add_argument(
        "--max",
        action="store_const",
        dest="mode",
        const="max",
        help="the greatest value is best (default: by the name: the least of a loss or an error)",
    )
    group.add_argument(
        "--min", action="store_const", dest="mode", const="min", help="the least value is best"
    )
    add = made.add_argument
    add(
        "--also",
        action="append",
        default=[],
        metavar="NAME",
        help="a further tag or hyper-parameter as a column; may be repeated",
    )
    add("--runs", default="", metavar="FILTER", help='such as "lr<1e-3 state:done"')
    add("--top", type=int, metavar="N", help="the first N runs only")
    return made


def main(arguments: Sequence[str]) -> int:
    """Run the command."""
    options = parser().parse_args(arguments)
    form, mode = format_of(options), options.mode
    best_of: Literal["max", "min"] | None = mode
    with open_log_of(options) as log:
        found = log.best(options.tag, best_of, options.also, log.runs.filter(options.runs))
        rows = found if options.top is None else found[: max(0, options.top)]
        return DONE if write_rows(rows.columns, rows, form) else NOTHING_FOUND
