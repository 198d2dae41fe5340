"""Match the tags of a run with the rows of its graph.

For each tag, in this order:

* a rule of the viewer, which may correct what follows;
* `path`: the tag begins with the full name of a row, `layer1/weights` in `layer1/weights/mean`;
* `module`: the words of a row's name, one after another, are in the tag, `encoder.layer.3` in
  `grad_norm/encoder.layer.3` (see `scope_index`);
* `parameter`: the same, and what follows is a parameter, `encoder.layer.3.weight`. It is the row of
  the parameter where the graph has one, else that of the module.

What a tag says besides the row and the parameter is its *metric*: `grad_norm`. Tags of one metric
are one measurement of the model, scope by scope.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.concurrency.lru import LRUCache
from scopeboard.graph.prepared.prepared_graph import PerGraphCache, PreparedGraph
from scopeboard.graph.tag_scopes.path_words import Word, parameter_of, words_of
from scopeboard.graph.tag_scopes.scope_index import Found, ScopeIndex, index_of
from scopeboard.graph.tag_scopes.tag_rules import TagRule
from scopeboard.types import Kind, TagKey

MatchRule = Literal["rule", "path", "module", "parameter"]

# Below these words are statistics of what stands before: the scopes that compute them in a graph
# are not what a tag describes.
_SUMMARIES: Final = frozenset({"summaries", "summary", "Summaries"})
_CHECK_EVERY: Final = 256
_MAX_CACHED: Final = 4
_MAX_CACHED_TAGS: Final = 100_000
"""Of the matches that are cached for a graph."""


@dataclass(frozen=True, slots=True)
class TagMatch:
    """A tag, its kind, the row of the tree that it describes, its metric, and why.

    `metric` is empty for a tag that is a name and nothing else, such as the histogram
    `dense/kernel`. `parameter` is the one that the tag names, `kernel`, or empty: a module has
    several, and its row need not have rows for them.
    """

    tag: str
    kind: Kind
    row: int
    rule: MatchRule
    metric: str
    parameter: str = ""


@dataclass(frozen=True, slots=True)
class RuleUse:
    """How often a rule of the viewer was used: it fits `fits` tags and finds rows for `found`."""

    rule: str
    fits: int
    found: int


@dataclass(frozen=True, slots=True)
class TagMatches:
    """The matched tags in the order of the request, the others, and the use of each rule."""

    matches: list[TagMatch]
    unmatched: list[TagKey]
    rules: list[RuleUse]


def match_tags(
    graph: PreparedGraph,
    keys: Iterable[TagKey],
    rules: Sequence[TagRule] = (),
    check: CancelCheck = never_cancelled,
) -> TagMatches:
    """Match tags with the rows of a graph; an answer is cached with its graph.

    Args:
        graph: the graph.
        keys: the tags of a run.
        rules: of the viewer; the first that fits a tag decides it.
        check: called now and then.

    Raises:
        CancelledError: `check` raised it.
    """
    query = tuple(keys), tuple(rules)
    if not query[0]:
        return TagMatches([], [], [RuleUse(str(rule), 0, 0) for rule in rules])
    cache = _matched.get(graph)
    found = cache.find(query)
    if found is None:
        found = _match_all(index_of(graph, check), *query, check)
        cache.put(query, found)
    return found


_Matched = LRUCache[tuple[tuple[TagKey, ...], tuple[TagRule, ...]], TagMatches]
_matched: Final = PerGraphCache[_Matched](
    lambda _graph: LRUCache(
        _MAX_CACHED,
        max_weight=_MAX_CACHED_TAGS,
        weigh=lambda found: len(found.matches) + len(found.unmatched),
    )
)


def _match_all(
    index: ScopeIndex, keys: Sequence[TagKey], rules: Sequence[TagRule], check: CancelCheck
) -> TagMatches:
    matches: list[TagMatch] = []
    unmatched: list[TagKey] = []
    fits, found = [0] * len(rules), [0] * len(rules)
    for number, key in enumerate(keys):
        if number % _CHECK_EVERY == 0:
            check()
        at = next((at for at, rule in enumerate(rules) if rule.scope_of(key.tag) is not None), None)
        if at is None:
            match = _match_name(index, key)
        else:
            match = _match_rule(index, key, rules[at])
            fits[at] += 1
            found[at] += match is not None
        if match is None:
            unmatched.append(key)
        else:
            matches.append(match)
    uses = [RuleUse(str(rule), *counts) for rule, *counts in zip(rules, fits, found, strict=True)]
    return TagMatches(matches, unmatched, uses)


def _match_name(index: ScopeIndex, key: TagKey) -> TagMatch | None:
    words = words_of(key.tag)
    end = next((at for at, word in enumerate(words) if word.text in _SUMMARIES), len(words))
    found, start = index.find(words[:end]), 0
    inner = index.find(words[end + 1 :]) if end + 2 < len(words) else None
    if inner is not None and (found is None or inner.words > found.words):
        # TensorFlow's own tutorials write `layer1/summaries/mean/layer1/weights`.
        words, found, start = words[end + 1 :], inner, words[end + 1].start
    if found is None:
        return None
    path = index.tree.path(found.row)
    is_path = key.tag == path or key.tag.startswith(f"{path}/")
    metric, parameter = _metric_of(key.tag, start, words, found)
    if metric.startswith(f"{path}/"):  # a name scope of the summary repeats that of the layer
        metric = metric.removeprefix(f"{path}/")
    rule: MatchRule = "path" if is_path else "parameter" if parameter else "module"
    return TagMatch(key.tag, key.kind, found.row, rule, metric, parameter)


def _match_rule(index: ScopeIndex, key: TagKey, rule: TagRule) -> TagMatch | None:
    scope = rule.scope_of(key.tag)
    if not scope:  # a star may stand for nothing; the whole model, without a name, is no scope
        return None
    row = index.tree.find_scope(scope)
    if row is None:
        op = index.tree.find_op(scope)
        row = None if op is None else index.tree.row_of_op(op)
    if row is None:
        found = index.find(words_of(scope))
        row = None if found is None else found.row
    # Tags by one rule are of one metric: what the rule's pattern says besides its stars.
    metric = " ".join(part.strip("/._") for part in rule.pattern.split("*")).strip()
    if row is None:
        return None
    named = (parameter_of(word.text) for word in reversed(words_of(key.tag)))
    parameter = next((each.parameter for each in named if each is not None), "")
    return TagMatch(key.tag, key.kind, row, "rule", metric, parameter)


def _metric_of(tag: str, start: int, words: Sequence[Word], found: Found) -> tuple[str, str]:
    """Return what a tag says from `start` on besides a row and a parameter, and the parameter."""
    last = words[found.end - 1]
    first = words[found.first]
    if found.first > 0 and first.text.isdigit() and tag[first.start - 1] == ".":
        first = words[found.first - 1]  # the name of a list, `layers` in `layers.0`
    before = tag[start : first.start].strip("/. ")
    rest = list(words[found.end :])
    own = parameter_of(last.text)
    statistic, parameter = "", "" if own is None else own.parameter
    if rest and own is None and (named := parameter_of(rest[0].text)) is not None:
        parameter, statistic, last = named.parameter, named.statistic, rest[0]
    after = tag[last.end :].strip("/. ")
    return "/".join(filter(None, (before, statistic, after))), parameter
