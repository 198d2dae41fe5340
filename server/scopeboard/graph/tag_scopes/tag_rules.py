"""Rules of a viewer for tags whose names do not say their scope: `PATTERN -> SCOPE`.

`*` in a pattern stands for any text, and the first `*` of the scope for what the first `*` of the
pattern stood for, and so on: `block_*/act -> Net/Block[*]` leads `block_3/act` to `Net/Block[3]`.
Matching takes time linear in the tag: each text between two stars is found once, from the left.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from scopeboard.errors import QueryError

MAX_TAG_RULES: Final = 50
_ARROW: Final = " -> "
_STAR: Final = "*"


@dataclass(frozen=True, slots=True)
class TagRule:
    """A pattern of tags, and the template of the scope that they describe."""

    pattern: str
    scope: str

    def scope_of(self, tag: str) -> str | None:
        """Return the scope that the rule says of a tag; None for a tag that it does not fit."""
        stars = _texts_of_stars(self.pattern, tag)
        if stars is None:
            return None
        first, *rest = self.scope.split(_STAR)
        return first + "".join(star + text for star, text in zip(stars, rest, strict=False))

    def __str__(self) -> str:
        """Return the rule as it is written in requests."""
        return f"{self.pattern}{_ARROW}{self.scope}"


def parse_tag_rules(texts: Sequence[str]) -> list[TagRule]:
    """Parse rules, in the order in which they are tried.

    Raises:
        QueryError: there are more than `MAX_TAG_RULES`; a rule has no arrow, an empty side, or more
            stars in its scope than in its pattern.
    """
    if len(texts) > MAX_TAG_RULES:
        raise QueryError(f"There are {len(texts)} rules for tags; the limit is {MAX_TAG_RULES}.")
    return [_parse(text) for text in texts]


def valid_tag_rules(texts: Sequence[str]) -> list[TagRule]:
    """Parse the valid ones among rules, at most `MAX_TAG_RULES`; the others are left out.

    For answers that are of use without a rule, such as the card of a node. Where the rules are
    listed, `parse_tag_rules` says what is wrong with one.
    """
    rules = []
    for text in texts:
        with suppress(QueryError):
            rules.append(_parse(text))
        if len(rules) == MAX_TAG_RULES:
            break
    return rules


def _parse(text: str) -> TagRule:
    pattern, arrow, scope = (part.strip() for part in text.partition(_ARROW))
    if not arrow or not pattern or not scope:
        raise QueryError(f"Invalid rule “{text}”: expected a pattern, “->” and a scope.")
    if scope.count(_STAR) > pattern.count(_STAR):
        raise QueryError(f"Invalid rule “{text}”: its scope has more stars than its pattern.")
    return TagRule(pattern, scope)


def _texts_of_stars(pattern: str, tag: str) -> list[str] | None:
    """Return what each star of a pattern stands for in a tag; None where the pattern fails."""
    first, *rest = pattern.split(_STAR)
    if not rest:
        return [] if tag == pattern else None
    last = rest.pop()
    end = len(tag) - len(last)
    if not tag.startswith(first) or not tag.endswith(last) or end < len(first):
        return None
    stars, at = [], len(first)
    for text in rest:
        found = tag.find(text, at, end)
        if found < 0:
            return None
        stars.append(tag[at:found])
        at = found + len(text)
    return [*stars, tag[at:end]]
