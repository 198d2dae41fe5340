"""HTML inside Markdown: which of it is markup, and which is text that looks like a tag.

Prompts, completions, source code and usage messages are full of `<mask>`, `<int>` and `<path>`.
CommonMark reads each of these as an HTML tag, which a sanitiser then drops, and some of them with
all that follows. So HTML is settled before anything is rendered. A tag is of an allowed name, and
it is paired: an opening tag with its closing tag, both at the same depth of the Markdown. All else
is text and is shown as written: other names, comments, declarations, `<b>` that is never closed,
`</b>` that was never opened, and `<td>` outside a table.

This is a plug-in of markdown-it-py. The inline rule of that library finds what is complete HTML;
`_html_block` finds blocks of HTML, but only those of allowed names, so that a line with `<think>`
alone does not stop Markdown from being read; `_settle_html` decides.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, MutableMapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore

VOID: Final = frozenset({"br", "hr"})
_BLOCK: Final = frozenset(
    {
        *("h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "hr", "blockquote", "pre"),
        *("details", "summary", "ul", "ol", "li", "dl", "dt", "dd"),
        *("table", "thead", "tbody", "tfoot", "tr", "th", "td"),
    }
)
"""What begins a block of HTML where it begins a line."""
_IN_TABLE: Final = frozenset({"table"})
_PARENTS: Final[dict[str, frozenset[str]]] = {
    **dict.fromkeys(("thead", "tbody", "tfoot", "tr", "th", "td"), _IN_TABLE),
    "li": frozenset({"ul", "ol"}),
    "dt": frozenset({"dl"}),
    "dd": frozenset({"dl"}),
    "summary": frozenset({"details"}),
}
"""Tags that mean something inside others only."""
_ENDS_WITH_PARENT: Final = frozenset({"p", *_PARENTS})
"""Tags whose closing tag HTML lets authors leave out, where the tag around them is closed."""
_OPENS_BLOCK: Final = re.compile(rf"</?({'|'.join(sorted(_BLOCK))})(?=[\s/>]|$)", re.IGNORECASE)
_TAG: Final = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*)")
_LINKS: Final = re.compile(r"\shref\s*=", re.IGNORECASE)
_MOST_INDENT: Final = 3  # spaces; more begin a block of code
_UNCLOSED: Final = "unclosed <pre>"


@dataclass(slots=True)
class _Tag:
    """A tag in a document: `parent` is the tag around it, `opening` the one that it closes."""

    token: Token
    name: str
    parent: "_Tag | None" = None
    opening: "_Tag | None" = None
    is_paired: bool = False
    is_markup: bool = False
    inside: frozenset[str] = frozenset()


def let_through_html(parser: MarkdownIt, tags: Collection[str]) -> None:
    """Make a parser let through tags of these names, and take all other HTML for text.

    Args:
        parser: a parser of Markdown that lets HTML through.
        tags: names in lower case.
    """
    in_html = MarkdownIt("zero", {"html": True}).enable(["html_inline", "entity"])

    def settle_html(state: "StateCore") -> None:
        for token in state.tokens:
            if token.type == "html_block":
                token.children = []
                in_html.inline.parse(token.content, in_html, state.env, token.children)
                for child in token.children:
                    if child.type == "text_special":  # a character reference
                        child.type = "text"
        _settle_html(state.tokens, tags)

    parser.block.ruler.at(
        "html_block", _html_block, {"alt": ["paragraph", "reference", "blockquote"]}
    )
    parser.core.ruler.after("inline", "settle_html", settle_html)
    parser.add_render_rule("html_block", _render_block)


def _html_block(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
    """Read lines of HTML up to an empty one, or up to `</pre>` where that was opened."""
    if state.sCount[start] - state.blkIndent > _MOST_INDENT:
        return False
    found = _OPENS_BLOCK.match(state.src, state.bMarks[start] + state.tShift[start])
    if found is None:
        return False
    next_line = start + 1
    if found[0].lower() == "<pre":
        closing = _line_of_closing_pre(state, start, end)
        if closing is None:
            return False
        next_line = closing + 1
    while next_line < end and not state.isEmpty(next_line):
        if state.sCount[next_line] < state.blkIndent:
            break
        next_line += 1
    if silent:
        return True
    state.line = next_line
    token = state.push("html_block", "", 0)
    token.map = [start, next_line]
    token.content = state.getLines(start, next_line, state.blkIndent, True)
    return True


def _line_of_closing_pre(state: "StateBlock", start: int, end: int) -> int | None:
    """Return the first line with `</pre>`; None where no later line has it."""
    if _UNCLOSED in state.env:  # otherwise many `<pre` would each be looked for to the end
        return None
    for line in range(start, end):
        if line > start and state.sCount[line] < state.blkIndent and not state.isEmpty(line):
            break
        if "</pre>" in state.src[state.bMarks[line] : state.eMarks[line]].lower():
            return line
    state.env[_UNCLOSED] = True
    return None


def _render_block(
    self: Any,  # noqa: ANN401 - the renderer, to which rules are bound
    tokens: Sequence[Token],
    at: int,
    options: Any,  # noqa: ANN401
    env: MutableMapping[str, Any],
) -> str:
    """Return a block of HTML; one without any tag is a paragraph."""
    children = tokens[at].children or []
    html: str = self.renderInline(children, options, env)
    has_tags = any(child.type == "html_inline" for child in children)
    return html if has_tags else f"<p>{html.rstrip()}</p>\n"


def _settle_html(tokens: Iterable[Token], allowed: Collection[str]) -> None:
    """Turn all HTML that is no paired tag of an allowed name into text.

    A paragraph, a list item and so on is a scope of its own: a tag is closed where it was opened.
    """
    scopes: list[list[Token]] = [[]]
    for token in tokens:
        if token.nesting > 0:
            scopes.append([])
        elif token.nesting < 0:
            _settle_scope(scopes.pop(), allowed)
        elif token.type == "html_block":
            scopes[-1] += token.children or ()
        elif token.children:
            _settle_scope(token.children, allowed)
    _settle_scope(scopes[0], allowed)


def _settle_scope(tokens: Iterable[Token], allowed: Collection[str]) -> None:
    html = [token for token in tokens if token.type == "html_inline"]
    for tag in _paired(html, allowed) if html else ():
        if not tag.is_markup:
            tag.token.type = "text"


def _paired(tokens: Iterable[Token], allowed: Collection[str]) -> list[_Tag]:
    """Return the HTML of a scope in its order, after deciding what of it is markup."""
    tags: list[_Tag] = []
    opened: list[_Tag] = []
    count: Counter[str] = Counter()
    for token in tokens:
        found = _TAG.match(token.content)
        tag = _Tag(token, found[2].lower() if found else "")
        tags.append(tag)
        if found is None or tag.name not in allowed:
            continue
        tag.parent = opened[-1] if opened else None
        if not found[1]:
            tag.is_paired = tag.name in VOID
            if not tag.is_paired:
                opened.append(tag)
                count[tag.name] += 1
        elif count[tag.name]:
            _close(tag, opened, count)
    for tag in tags:
        _decide(tag)
    return tags


def _close(tag: _Tag, opened: list[_Tag], count: Counter[str]) -> None:
    """Pair a closing tag with the innermost opening tag of its name."""
    while True:
        last = opened.pop()
        count[last.name] -= 1
        if last.name == tag.name:
            last.is_paired = True
            tag.opening = last
            return
        last.is_paired = last.name in _ENDS_WITH_PARENT


def _decide(tag: _Tag) -> None:
    """Decide whether a tag is markup; all tags before it have been decided."""
    if tag.opening is not None:
        tag.is_markup = tag.opening.is_markup
        return
    if tag.parent is not None:
        tag.inside = tag.parent.inside
        if tag.parent.is_markup and tag.parent.name not in tag.inside:
            tag.inside |= {tag.parent.name}
    parents = _PARENTS.get(tag.name)
    is_link = tag.name != "a" or _LINKS.search(tag.token.content) is not None
    tag.is_markup = tag.is_paired and is_link and (parents is None or bool(parents & tag.inside))
