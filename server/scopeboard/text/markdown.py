"""Markdown from a log → HTML that loads nothing, runs nothing and looks like text.

markdown-it-py reads CommonMark with tables and strike-through. `raw_html` makes text of all HTML
that is not among the tags named here, so that nothing logged gets lost. nh3 (ammonia) then lets
through those tags and no others. Images would be fetched from elsewhere, and tell that the log is
being read: each becomes a link.
"""

import re
from collections.abc import MutableMapping, Sequence
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MAX_CHARACTERS: Final = 200_000  # longer ones stay as they are: nobody reads them rendered
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
"""What is let through. `s` and `q` are not: tokenisers begin and end sequences with `<s>` and
`</s>`, and prompts put questions into `<q>`."""
_SCHEMES: Final = {"http", "https", "mailto"}
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")


def rendered(text: str) -> str:
    """Return sanitised HTML for Markdown of at most `MAX_CHARACTERS`."""
    import nh3  # noqa: PLC0415 - few pages ask for text

    from scopeboard.text.link_definitions import render_with_definitions  # noqa: PLC0415 - likewise

    return nh3.clean(
        render_with_definitions(_parser(), text),
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
    from scopeboard.text.raw_html import let_through_html  # noqa: PLC0415 - likewise

    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.validateLink = _may_be_followed  # type: ignore[method-assign,assignment]
    let_through_html(parser, TAGS)
    leave_unused_definitions(parser)
    parser.add_render_rule("image", _image)
    for end in ("s_open", "s_close"):
        parser.add_render_rule(end, _strike)
    for cell in ("th_open", "td_open"):
        parser.add_render_rule(cell, _cell)
    return parser


def _may_be_followed(address: str) -> bool:
    """Tell whether an address makes a link; Markdown without one, as `<std::string>`, is text."""
    scheme = _SCHEME.match(address)
    return scheme is None or scheme[1].lower() in _SCHEMES


def _strike(
    self: Any,  # noqa: ANN401 - the renderer, to which rules are bound
    tokens: "Sequence[Token]",
    at: int,
    options: Any,  # noqa: ANN401
    env: MutableMapping[str, Any],
) -> str:
    """Return a tag of struck out text, which is not among `TAGS` by its other name."""
    tokens[at].tag = "del"
    tag: str = self.renderToken(tokens, at, options, env)
    return tag


def _image(
    self: object,  # noqa: ARG001 - the renderer, to which rules are bound
    tokens: "Sequence[Token]",
    at: int,
    options: object,  # noqa: ARG001
    env: MutableMapping[str, Any],  # noqa: ARG001
) -> str:
    """Return a link to an image."""
    source = str(tokens[at].attrs.get("src", ""))
    name = tokens[at].content or source
    return f'<a href="{escape(source)}">{escape(name)}</a>'


def _cell(
    self: Any,  # noqa: ANN401 - the renderer
    tokens: "Sequence[Token]",
    at: int,
    options: Any,  # noqa: ANN401
    env: MutableMapping[str, Any],
) -> str:
    """Return a cell whose alignment is an attribute rather than a style."""
    style = str(tokens[at].attrs.pop("style", ""))
    if style.startswith("text-align:"):
        tokens[at].attrSet("align", style.removeprefix("text-align:"))
    opened: str = self.renderToken(tokens, at, options, env)
    return opened
