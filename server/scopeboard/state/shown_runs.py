"""The runs that a view shows, by the rules of the key `runs` of the page's address.

`frontend/src/state/address/run-selection.ts` has the same rules.
"""

from collections.abc import Sequence
from typing import Final

from scopeboard.errors import QueryError
from scopeboard.run_filter.safe_expression import parse_expression

_MAX_LINES: Final = 30  # in a chart by default
_DEFAULT_TRAININGS: Final = 10  # the newest ones, if all runs would be too many lines
_NEWEST: Final = "newest:"
_MATCHING: Final = "re:"
_NAME: Final = "name:"


def shown_names(runs: Sequence[tuple[str, str]], rules: Sequence[str], most_lines: int) -> set[str]:
    """Return the names of the runs that a view shows.

    Args:
        runs: name and training of each run, oldest first.
        rules: the values of the key; none for the default.
        most_lines: the number of runs with scalars of the most frequent tag.
    """
    names = {name for name, _ in runs}
    default = "all" if most_lines <= _MAX_LINES else f"{_NEWEST}{_DEFAULT_TRAININGS}"
    first = rules[0] if rules else default
    if first == "all":
        return names
    if first == "none":
        return set()
    count = first.removeprefix(_NEWEST)
    if first.startswith(_NEWEST) and count.isascii() and count.isdigit():
        trainings = list(dict.fromkeys(training for _, training in reversed(runs)))
        newest = frozenset(trainings[: int(count)])
        return {name for name, training in runs if training in newest}
    if first.startswith(_MATCHING):
        try:
            matches = parse_expression(first.removeprefix(_MATCHING)).search
        except QueryError:  # the page shows no run either
            return set()
        return {name for name in names if matches(name)}
    return {name.removeprefix(_NAME) for name in rules} & names
