"""Sanitised HTML of logged Markdown, without scripts and external resources.

markdown-it-py parses CommonMark with tables and strike-through. `raw_html` turns all HTML except
the tags listed here into text, so that no logged text is lost. nh3 (ammonia) then allows these tags
and no others. Images would be fetched from other servers, which would notice that the log is read,
so each becomes a link.
"""

import re
from collections.abc import MutableMapping, Sequence
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

MAX_CHARACTERS: Final = 200_000  # longer texts are shown as plain text
MAX_STEPS: Final = 15_000  # of one text, about half a second
_EFFORT: Final = "effort"
ATTRIBUTES: Final[dict[str, set[str]]] = {
    "a": {"href", "title"},
    "ol": {"start"},
    "td": {"align"},
    "th": {"align"},
}
TAGS: Final = frozenset(
    {
        *("h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "span", "br", "hr", "blockquote", "pre"),
        *("b", "strong", "i", "em", "u", "del", "ins", "mark", "small", "sub", "sup"),
        *("a", "abbr", "code", "kbd", "samp", "var", "details", "summary"),
        *("ul", "ol", "li", "dl", "dt", "dd"),
        *("table", "thead", "tbody", "tfoot", "tr", "th", "td"),
    }
)
"""Allowed tags, without `s` and `q`: tokenisers mark the ends of sequences by `<s>` and `</s>`, and
prompts have `<q>` around questions."""
_SCHEMES: Final = {"http", "https", "mailto"}
_UNDER_HEAD: Final = re.compile(r"[-:|\s]*\|[-:|\s]*")
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")


class CostlyTextError(Exception):
    """A text that takes too long to render; it is shown as plain text."""


class Effort:
    """A limit of parser steps for each text, and for several texts together.

    A step tries all rules at one position, in about ten microseconds. Steps are counted instead of
    time, so that the result does not depend on the load of the machine.
    """

    def __init__(self, steps: int = 4 * MAX_STEPS) -> None:
        self._remaining = steps
        self._remaining_of_text = 0

    def begin_text(self) -> None:
        """Start the limit of the next text."""
        self._remaining_of_text = MAX_STEPS

    def spend(self, steps: int = 1) -> None:
        """Count steps.

        Raises:
            CostlyTextError: a limit is exceeded.
        """
        self._remaining -= steps
        self._remaining_of_text -= steps
        if min(self._remaining, self._remaining_of_text) < 0:
            raise CostlyTextError


def rendered(text: str, effort: Effort | None = None) -> str:
    """Return sanitised HTML for Markdown.

    Args:
        text: Markdown.
        effort: the limit, shared by the texts of one response.

    Raises:
        CostlyTextError: the text is longer than `MAX_CHARACTERS`, or takes too many steps.
    """
    if len(text) > MAX_CHARACTERS:
        raise CostlyTextError
    import nh3  # noqa: PLC0415 - few pages have text

    from scopeboard.text.link_definitions import render_with_definitions  # noqa: PLC0415 - likewise

    effort = effort or Effort()
    effort.begin_text()
    return nh3.clean(
        render_with_definitions(_parser(), text, {_EFFORT: effort}),
        tags=set(TAGS),
        attributes=ATTRIBUTES,
        url_schemes=_SCHEMES,
        link_rel="noopener noreferrer",
    )


@lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # noqa: PLC0415 - likewise

    from scopeboard.text.link_definitions import (  # noqa: PLC0415 - likewise
        leave_unused_definitions,
    )
    from scopeboard.text.raw_html import allow_html  # noqa: PLC0415 - likewise

    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.validateLink = _is_allowed_link  # type: ignore[method-assign,assignment]
    allow_html(parser, TAGS)
    leave_unused_definitions(parser)
    parser.inline.ruler.before("text", _EFFORT, _count_inline)
    parser.block.ruler.before("table", _EFFORT, _count_block, {"alt": []})
    parser.add_render_rule("image", _image)
    for end in ("s_open", "s_close"):
        parser.add_render_rule(end, _strike)
    for cell in ("th_open", "td_open"):
        parser.add_render_rule(cell, _cell)
    return parser


def _count_inline(state: "StateInline", silent: bool) -> bool:  # noqa: ARG001 - of a rule
    state.env[_EFFORT].spend()
    return False


def _count_block(state: "StateBlock", start: int, end: int, silent: bool) -> bool:  # noqa: ARG001
    """Count a step for a line, and one for each cell of the table that may begin there."""
    steps = 1
    if start + 1 < end and _UNDER_HEAD.fullmatch(state.getLines(start + 1, start + 2, 0, False)):
        rows = next((n for n in range(start, end) if state.isEmpty(n)), end) - start
        steps += rows * state.getLines(start + 1, start + 2, 0, False).count("|")
    state.env[_EFFORT].spend(steps)
    return False


def _is_allowed_link(address: str) -> bool:
    """Return whether an address may be a link; others, such as `<std::string>`, are text."""
    scheme = _SCHEME.match(address)
    return scheme is None or scheme[1].lower() in _SCHEMES


def _strike(
    self: Any,  # noqa: ANN401 - the renderer, to which rules are bound
    tokens: "Sequence[Token]",
    index: int,
    options: Any,  # noqa: ANN401
    env: MutableMapping[str, Any],
) -> str:
    """Return a tag of struck-out text; its default name `s` is not in `TAGS`."""
    tokens[index].tag = "del"
    tag: str = self.renderToken(tokens, index, options, env)
    return tag


def _image(
    self: object,  # noqa: ARG001 - the renderer, to which rules are bound
    tokens: "Sequence[Token]",
    index: int,
    options: object,  # noqa: ARG001
    env: MutableMapping[str, Any],  # noqa: ARG001
) -> str:
    """Return a link to an image."""
    source = str(tokens[index].attrs.get("src", ""))
    name = tokens[index].content or source
    return f'<a href="{escape(source)}">{escape(name)}</a>'


def _cell(
    self: Any,  # noqa: ANN401 - the renderer
    tokens: "Sequence[Token]",
    index: int,
    options: Any,  # noqa: ANN401
    env: MutableMapping[str, Any],
) -> str:
    """Return a table cell with its alignment as an attribute instead of a style."""
    style = str(tokens[index].attrs.pop("style", ""))
    if style.startswith("text-align:"):
        tokens[index].attrSet("align", style.removeprefix("text-align:"))
    tag: str = self.renderToken(tokens, index, options, env)
    return tag
