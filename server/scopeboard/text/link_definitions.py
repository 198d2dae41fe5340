"""Definitions of links that no link uses are text: in a log, `[user]: hello` is a line of a chat.

A plug-in of markdown-it-py. Definitions are collected by a first pass over the text; where some are
not used, a second pass takes these for text.
"""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.rules_block import reference

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

_LABEL: Final = re.compile(r"\[((?:[^\[\]\\]|\\.){1,999})\]:", re.DOTALL)
_REFERENCES: Final = "references"  # the parser's own name
_AS_TEXT: Final = "definitions as text"


class _Definitions(dict[str, Any]):
    """Definitions by their normalised labels; `used` are the labels of links."""

    def __init__(self) -> None:
        super().__init__()
        self.used: set[str] = set()

    def get(self, label: str, default: Any = None) -> Any:  # noqa: ANN401 - of the parser
        self.used.add(label)
        return super().get(label, default)


def leave_unused_definitions(parser: MarkdownIt) -> None:
    """Let a parser leave the definitions that `render_with_definitions` names as text."""

    def rule(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
        as_text = state.env.get(_AS_TEXT)
        if as_text:
            found = _LABEL.match(state.src, state.bMarks[start] + state.tShift[start])
            if found is not None and normalizeReference(found[1]) in as_text:
                return False
        return reference(state, start, end, silent)

    parser.block.ruler.at("reference", rule, {"alt": []})


def render_with_definitions(parser: MarkdownIt, text: str, env: Mapping[str, Any]) -> str:
    """Return the HTML of a text; definitions of links that are not used are in it as text.

    `env` is what rules find in their state.
    """
    definitions = _Definitions()
    html: str = parser.render(text, {**env, _REFERENCES: definitions})
    unused = definitions.keys() - definitions.used
    return parser.render(text, {**env, _AS_TEXT: unused}) if unused else html
