"""HTML inside Markdown: markup, or text that looks like a tag.

Prompts, completions, source code and usage messages are full of `<mask>`, `<int>` and `<path>`.
CommonMark parses these as HTML tags, which a sanitiser then drops, some of them with all following
text. So HTML is classified before rendering. Markup has an allowed name and is paired: an opening
tag with its closing tag, both at the same depth of the Markdown. Everything else is text and shown
as written: other names, comments, declarations, `<b>` that is never closed, `</b>` that was never
opened, and `<td>` outside a table.

This is a plug-in of markdown-it-py. The inline rule of that library finds complete HTML tags;
`_html_block` finds blocks of HTML, only those of allowed names, so that a line with `<think>` alone
does not disable Markdown; `_classify` decides between markup and text.
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
"""Tags that begin a block of HTML at the start of a line."""
_IN_TABLE: Final = frozenset({"table"})
_PARENTS: Final[dict[str, frozenset[str]]] = {
    **dict.fromkeys(("thead", "tbody", "tfoot", "tr", "th", "td"), _IN_TABLE),
    "li": frozenset({"ul", "ol"}),
    "dt": frozenset({"dl"}),
    "dd": frozenset({"dl"}),
    "summary": frozenset({"details"}),
}
"""Tags that are valid only inside others."""
_ENDS_WITH_PARENT: Final = frozenset({"p", *_PARENTS})
"""Tags with an optional closing tag, if the tag around them is closed."""
_OPENS_BLOCK: Final = re.compile(rf"</?({'|'.join(sorted(_BLOCK))})(?=[\s/>]|$)", re.IGNORECASE)
_TAG: Final = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*)")
_LINKS: Final = re.compile(r"\shref\s*=", re.IGNORECASE)
_MAX_INDENT: Final = 3  # spaces; more begin a block of code
_UNCLOSED: Final = "unclosed <pre>"


@dataclass(slots=True)
class _Tag:
    """A tag in a document.

    Attributes:
        token: the token of the parser.
        name: in lower case, empty for other HTML, such as comments.
        parent: the tag around it.
        opening: of a closing tag, its opening tag.
        is_paired: whether an opening tag has a closing tag, or needs none.
        is_markup: the result, see `decide`.
        inside: names of the markup around it.
    """

    token: Token
    name: str
    parent: "_Tag | None" = None
    opening: "_Tag | None" = None
    is_paired: bool = False
    is_markup: bool = False
    inside: frozenset[str] = frozenset()

    def decide(self) -> None:
        """Decide whether the tag is markup; earlier tags must be decided."""
        if self.opening is not None:
            self.is_markup = self.opening.is_markup
            return
        if self.parent is not None:
            self.inside = self.parent.inside
            if self.parent.is_markup and self.parent.name not in self.inside:
                self.inside |= {self.parent.name}
        parents = _PARENTS.get(self.name)
        is_inside = parents is None or bool(parents & self.inside)
        is_link = self.name != "a" or _LINKS.search(self.token.content) is not None
        self.is_markup = self.is_paired and is_link and is_inside


def allow_html(parser: MarkdownIt, tags: Collection[str]) -> None:
    """Make a parser allow paired tags of these names, and treat other HTML as text.

    A paragraph, a list item and so on is a scope: a tag is closed in the scope that opened it.

    Args:
        parser: a Markdown parser that allows HTML.
        tags: names in lower case.
    """
    in_html = MarkdownIt("zero", {"html": True}).enable(["html_inline", "entity"])

    def classify_html(state: "StateCore") -> None:
        scopes: list[list[Token]] = [[]]
        for token in state.tokens:
            if token.nesting > 0:
                scopes.append([])
            elif token.nesting < 0:
                _classify(scopes.pop(), tags)
            elif token.type == "html_block":
                token.children = []
                in_html.inline.parse(token.content, in_html, state.env, token.children)
                for child in token.children:
                    if child.type == "text_special":  # a character reference
                        child.type = "text"
                scopes[-1] += token.children
            elif token.children:
                _classify(token.children, tags)
        _classify(scopes[0], tags)

    parser.block.ruler.at(
        "html_block", _html_block, {"alt": ["paragraph", "reference", "blockquote"]}
    )
    parser.core.ruler.after("inline", "classify_html", classify_html)
    parser.add_render_rule("html_block", _render_block)


def _html_block(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
    """Read lines of HTML up to an empty line, or up to `</pre>` after `<pre>`."""
    if state.sCount[start] - state.blkIndent > _MAX_INDENT:
        return False
    opening = _OPENS_BLOCK.match(state.src, state.bMarks[start] + state.tShift[start])
    if opening is None:
        return False
    next_line = start + 1
    if opening[0].lower() == "<pre":
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
    """Return the first line with `</pre>`, None without one."""
    if _UNCLOSED in state.env:  # otherwise each of many `<pre` would search to the end
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
    index: int,
    options: Any,  # noqa: ANN401
    env: MutableMapping[str, Any],
) -> str:
    """Return a block of HTML; one without tags is a paragraph."""
    children = tokens[index].children or []
    html: str = self.renderInline(children, options, env)
    has_tags = any(child.type == "html_inline" for child in children)
    return html if has_tags else f"<p>{html.rstrip()}</p>\n"


def _classify(tokens: Iterable[Token], allowed: Collection[str]) -> None:
    """Turn the HTML of a scope into text unless it is a paired tag of an allowed name.

    A closing tag pairs with the innermost open tag of its name.
    """
    tags: list[_Tag] = []
    opened: list[_Tag] = []
    count: Counter[str] = Counter()  # of the open tags
    for token in (token for token in tokens if token.type == "html_inline"):
        match = _TAG.match(token.content)
        tag = _Tag(token, match[2].lower() if match else "")
        tags.append(tag)
        if match is None or tag.name not in allowed:
            continue
        tag.parent = opened[-1] if opened else None
        if not match[1]:
            tag.is_paired = tag.name in VOID
            if not tag.is_paired:
                opened.append(tag)
                count[tag.name] += 1
            continue
        while count[tag.name] and tag.opening is None:
            last = opened.pop()
            count[last.name] -= 1
            last.is_paired = last.name == tag.name or last.name in _ENDS_WITH_PARENT
            tag.opening = last if last.name == tag.name else None
    for tag in tags:
        tag.decide()
        if not tag.is_markup:
            tag.token.type = "text"
