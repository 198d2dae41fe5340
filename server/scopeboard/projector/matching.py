"""Vectors by their metadata, as the search of the page finds them."""

from scopeboard.patterns import compile_pattern
from scopeboard.projector.metadata_file import Metadata


def matching_rows(metadata: Metadata, text: str) -> list[int]:
    """Return the rows with a text that matches in any column, in ascending order.

    Args:
        metadata: one column is enough to match.
        text: what a text contains, or `/…/` for a regular expression; both ignore case. The closing
            slash may be missing. An empty text matches nothing.

    Raises:
        QueryError: the regular expression is invalid.
    """
    wanted = text.strip()
    if not wanted:
        return []
    if wanted.startswith("/"):
        pattern = wanted[1:].removesuffix("/") if len(wanted) > 1 else ""
        matches = compile_pattern(pattern, ignore_case=True)
    else:
        lower = wanted.lower()

        def matches(cell: str) -> bool:
            return lower in cell.lower()

    rows = zip(*metadata.columns, strict=True)
    return [at for at, cells in enumerate(rows) if any(map(matches, cells))]
