"""Trees of elements from sanitised HTML, so that a page creates elements without parsing HTML."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

from scopeboard.text.markdown import ATTRIBUTES, TAGS

MAX_DEPTH: Final = 60
"""Elements nested deeper are dropped; their contents are not."""

_VOID: Final = frozenset({"br", "hr"})


@dataclass(slots=True)
class Element:
    """An element of `markdown.TAGS` with attributes of `markdown.ATTRIBUTES`."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: "list[Element | str]" = field(default_factory=list)


def markup_tree(html: str) -> list[Element | str]:
    """Return the elements and texts of `html`.

    Tags and attributes are checked again: only listed ones are known to be harmless.
    """
    builder = _Builder()
    builder.feed(html)
    builder.close()
    return builder.root.children


class _Builder(HTMLParser):
    """Builds the tree; `_open` has the open elements, the outermost first."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("")
        self._open = [self.root]
        self._dropped: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            return
        if len(self._open) > MAX_DEPTH:
            self._dropped += [tag] if tag not in _VOID else []
            return
        known = ATTRIBUTES.get(tag, set())
        element = Element(tag, {name: value or "" for name, value in attrs if name in known})
        self._open[-1].children.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if self._dropped:
            if self._dropped[-1] == tag:
                self._dropped.pop()
        elif self._open[-1].tag == tag:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        children = self._open[-1].children
        if children and isinstance(children[-1], str):
            children[-1] += data
        else:
            children.append(data)
