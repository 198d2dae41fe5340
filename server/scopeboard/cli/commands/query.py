"""`dashboard query`: points of scalars, in the language of the run table's filter."""

import re
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

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
from scopeboard.errors import QueryError
from scopeboard.logs.name_choice import close_names
from scopeboard.run_filter.parse import (
    Comparison,
    FilterNode,
    Junction,
    Negation,
    parse_filter,
)

if TYPE_CHECKING:  # see `arguments`
    from scopeboard.logs.log import Log
    from scopeboard.logs.scalars import Scalars

COLUMNS: Final = ("run", "tag", "step", "wall_time", "value")
_TAG: Final = "tag"
_STEPS: Final = re.compile(r"(-?\d+)?:(-?\d+)?")
_EPILOG: Final = """\
A query has parts, all of which hold. `tag:loss` are the tags that contain the text, `tag=loss` is
the tag of this name, `tag:/l.*s/` are those that match an expression; `-tag:val` leaves tags out.
All else chooses runs, as the filter of the run table: `lr<1e-3 state:done loss.min<0.2`.
"""


def parser() -> CommandLineParser:
    """Return the parser of the command."""
    made = command_parser("query", "Print points of scalars.")
    made.epilog = _EPILOG
    made.add_argument("query", nargs="?", default="", help='such as "tag:loss lr<1e-3"')
    add_log_flags(made)
    add_format_flags(made)
    add = made.add_argument
    add("--points", type=int, metavar="N", help="at most so many points of each series, sampled")
    add("--steps", metavar="FROM:TO", help="from a step to before another; either may be missing")
    add("--last", action="store_true", help="the last point of each series only")
    add("--superseded", action="store_true", help="with points that a restarted run logged again")
    return made


def main(arguments: Sequence[str]) -> int:
    """Run the command."""
    options = parser().parse_args(arguments)
    form, steps = format_of(options), _steps(options.steps)
    with open_log_of(options) as log:
        found = points(log, options.query, steps, options.points, superseded=options.superseded)
        for sentence in doubts(log, options.query):
            warnings.warn(sentence, UserWarning, stacklevel=2)
        if options.last:
            found = last_points(found)
        return DONE if write_rows(COLUMNS, found, form) else NOTHING_FOUND


def points(
    log: "Log", query: str, steps: slice, most: int | None, *, superseded: bool = False
) -> "Scalars":
    """Return the points of a query.

    Args:
        log: the log.
        query: see `_EPILOG`.
        steps: the steps, without the stop.
        most: the most points of each series; None for all.
        superseded: whether to include superseded points.

    Raises:
        QueryError: the query is invalid.
    """
    of_tags, of_runs = split(parse_filter(query))
    tags = [tag for tag in log.tags() if all(condition.holds(tag) for condition in of_tags)]
    runs = log.runs.matching(of_runs)
    return log.scalars(tags, runs, steps, most, superseded=superseded)


def doubts(log: "Log", query: str) -> list[str]:
    """Return a sentence for each part of a query that nothing in the log passes.

    Raises:
        QueryError: the query is invalid.
    """
    of_tags, of_runs = split(parse_filter(query))
    tags = log.tags()
    failing = [each for each in of_tags if tags and not any(map(each.holds, tags))]
    return [*(each.doubt(tags) for each in failing), *log.runs.doubts(of_runs)]


def last_points(found: "Scalars") -> "Scalars":
    """Return the last point of each series."""
    rows = {
        (run, tag): row for row, (run, tag) in enumerate(zip(found.run, found.tag, strict=True))
    }
    return found[sorted(rows.values())]


class TagCondition(NamedTuple):
    """What tags have to satisfy: a part of a query, and what it means."""

    part: Comparison
    holds: Callable[[str], bool]

    def doubt(self, tags: Sequence[str]) -> str:
        """Return a sentence on a condition that none of the tags satisfies."""
        close = close_names(str(self.part.value), tags)
        return f"No tag of scalars passes {self.part}{f'; there is {close}' if close else ''}."


def split(query: FilterNode | None) -> tuple[list[TagCondition], FilterNode | None]:
    """Return what tags have to satisfy, and the filter of runs.

    Raises:
        QueryError: a condition on tags is within a group or an `or`.
    """
    parts: tuple[FilterNode, ...] = () if query is None else (query,)
    if isinstance(query, Junction) and query.kind == "and":
        parts = query.of
    tags, runs = [], []
    for part in parts:
        inner = part.of if isinstance(part, Negation) else part
        if isinstance(inner, Comparison) and inner.key.lower() == _TAG:
            holds = _condition(inner, is_negated=inner is not part)
            tags.append(TagCondition(inner, holds))
        elif _has_tag(inner):
            raise QueryError("`tag:` stands beside the other parts, not in a group or an “or”.")
        else:
            runs.append(part)
    return tags, None if not runs else runs[0] if len(runs) == 1 else Junction("and", tuple(runs))


def _condition(part: Comparison, *, is_negated: bool) -> Callable[[str], bool]:
    value = part.value
    if isinstance(value, re.Pattern):
        found: Callable[[str], bool] = lambda tag: value.search(tag) is not None  # noqa: E731
    elif part.op == ":":
        text = value.lower()
        found = lambda tag: text in tag.lower()  # noqa: E731
    elif part.op in {"=", "!="}:
        found = lambda tag: (tag == value) == (part.op == "=")  # noqa: E731
    else:
        raise QueryError(f"`tag` is compared with `:`, `=` or `!=`, not `{part.op}`.")
    return (lambda tag: not found(tag)) if is_negated else found


def _has_tag(node: FilterNode) -> bool:
    if isinstance(node, Junction):
        return any(map(_has_tag, node.of))
    if isinstance(node, Negation):
        return _has_tag(node.of)
    return isinstance(node, Comparison) and node.key.lower() == _TAG


def _steps(text: str | None) -> slice:
    """Return the slice of `FROM:TO`.

    Raises:
        QueryError: the text has another form.
    """
    if text is None:
        return slice(None)
    match = _STEPS.fullmatch(text)
    if match is None:
        raise QueryError(f"--steps is FROM:TO, such as 1000:2000 or 1000:, not {text}.")
    first, stop = (None if bound is None else int(bound) for bound in match.groups())
    return slice(first, stop)
