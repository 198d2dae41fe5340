"""What a panel lists of the matched tags: their metrics, and the tags without a scope."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Final, Literal

from scopeboard.graph.tag_scopes.match import RuleUse, TagMatches

MAX_LISTED: Final = 1000

MeasuredKind = Literal["scalars", "histograms"]
MEASURED: Final[tuple[MeasuredKind, ...]] = ("scalars", "histograms")
"""The kinds of tags whose values are numbers of a scope."""


@dataclass(frozen=True, slots=True)
class ScopeMetric:
    """A metric: how many tags it has, of how many scopes; `example` is one of the tags."""

    metric: str
    kind: MeasuredKind
    tags: int
    scopes: int
    example: str


@dataclass(frozen=True, slots=True)
class OtherTag:
    """A tag that names no scope."""

    tag: str
    kind: MeasuredKind


@dataclass(frozen=True, slots=True)
class ScopeTags:
    """The scalars and histograms of a run, matched with the scopes of a graph.

    Of `total` tags, `matched` name a scope. `metrics` are the `MAX_LISTED` of most scopes, of
    `metrics_total`. At most as many `unmatched` tags are listed. `rules` are those of the request
    with their uses.
    """

    run: str
    total: int
    matched: int
    metrics: list[ScopeMetric]
    metrics_total: int
    unmatched: list[OtherTag]
    rules: list[RuleUse]


def scope_tags(run: str, found: TagMatches) -> ScopeTags:
    """Return the list of matched tags; tags of other kinds than `MEASURED` are left out."""
    by_metric: dict[tuple[str, MeasuredKind], list[tuple[str, int]]] = defaultdict(list)
    for match in found.matches:
        for kind in MEASURED:
            if match.kind == kind:
                by_metric[match.metric, kind].append((match.tag, match.row))
    metrics = [
        ScopeMetric(metric, kind, len(tags), len({row for _, row in tags}), tags[0][0])
        for (metric, kind), tags in by_metric.items()
    ]
    unmatched = [
        OtherTag(key.tag, kind) for key in found.unmatched for kind in MEASURED if key.kind == kind
    ]
    matched = sum(metric.tags for metric in metrics)
    return ScopeTags(
        run=run,
        total=matched + len(unmatched),
        matched=matched,
        metrics=sorted(metrics, key=lambda each: (-each.scopes, each.kind, each.metric))[
            :MAX_LISTED
        ],
        metrics_total=len(metrics),
        unmatched=unmatched[:MAX_LISTED],
        rules=found.rules,
    )
