"""Unused link definitions as text: in a log, `[user]: hello` is a line of a chat.

A plug-in of markdown-it-py. A first pass over the text collects the definitions; if some are
unused, a second pass leaves these as text.
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
    """Definitions by their normalised labels; `used` has the labels of links."""

    def __init__(self) -> None:
        super().__init__()
        self.used: set[str] = set()

    def get(self, label: str, default: Any = None) -> Any:  # noqa: ANN401 - of the parser
        self.used.add(label)
        return super().get(label, default)


def leave_unused_definitions(parser: MarkdownIt) -> None:
    """Make a parser leave unused definitions as text; `render_with_definitions` finds them."""

    def rule(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
        as_text = state.env.get(_AS_TEXT)
        if as_text:
            label = _LABEL.match(state.src, state.bMarks[start] + state.tShift[start])
            if label is not None and normalizeReference(label[1]) in as_text:
                return False
        return reference(state, start, end, silent)

    parser.block.ruler.at("reference", rule, {"alt": []})


def render_with_definitions(parser: MarkdownIt, text: str, env: Mapping[str, Any]) -> str:
    """Return the HTML of a text, with unused definitions of links as text.

    `env` is the environment of the parser's rules.
    """
    definitions = _Definitions()
    html: str = parser.render(text, {**env, _REFERENCES: definitions})
    unused = definitions.keys() - definitions.used
    return parser.render(text, {**env, _AS_TEXT: unused}) if unused else html
