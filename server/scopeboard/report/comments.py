"""The places of viewers' comments in a report: of the saved ones, on axes other than steps."""

from collections.abc import Mapping
from typing import Any, Final

from scopeboard.report.client import PageRequest, Pairs

COMMENTS: Final = "comments"
"""The part of the saved state that has them."""
_MAX_STEPS: Final = 500  # as many as a request may name
_INT64: Final = 2**63

CommentSteps = Mapping[tuple[str, str], tuple[int, ...]]
"""The steps of comments by what their chart showed: `tag` or `expression`, and its text."""


def comment_steps(value: Any) -> CommentSteps:  # noqa: ANN401 - JSON
    """Return the steps of the comments in the saved state; any client may have written it."""
    steps: dict[tuple[str, str], set[int]] = {}
    comments = value.get("comments") if isinstance(value, dict) else None
    for comment in comments if isinstance(comments, list) else ():
        if not isinstance(comment, dict):
            continue
        step, text = comment.get("step"), comment.get("tag")
        if type(step) is not int or not -_INT64 <= step < _INT64 or not isinstance(text, str):
            continue
        kind = "expression" if comment.get("isExpression") is True else "tag"
        steps.setdefault((kind, text), set()).add(step)
    return {series: tuple(sorted(own)[:_MAX_STEPS]) for series, own in steps.items()}


def places_request(series: tuple[str, str], axis: str, baseline: str) -> PageRequest:
    """Return the page's request for the places of the comments on a series, without their steps."""
    pairs: Pairs = (series, ("x", axis))
    if baseline and "baseline" in f"{series[1] if series[0] == 'expression' else ''} {axis}":
        pairs += (("baseline", baseline),)
    return PageRequest("api/expressions/places", pairs)
