"""Locations of MLIR: the path that the program gave an op, and the line of source that made it.

loc("jit(f)/net/add"(#loc7))     a name, of an op or of the function of a line, and what is below
loc("net.py":12:4 to :9)         a line
loc(callsite(#loc8 at #loc9))    a line, and the line that called it
loc(fused[#loc1, #loc2])         several
"""

import re
from typing import Final

from scopeboard.graph.conversion.source_lines import MAX_NOTE

MAX_LOCATIONS: Final = 2_000_000
_MAX_STEPS: Final = 64
_MAX_TEXT: Final = 1000
_LIBRARIES: Final = ("site-packages", "dist-packages", "<frozen ")
_NAMED: Final = re.compile(r'"((?:[^"\\]|\\.)*)"(?!:\d)')
_PART: Final = re.compile(r'"((?:[^"\\]|\\.)*)"(:(\d+))?|#loc(\d*)')


class Locations:
    """The locations of one text; those that it names are at its end or beginning."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._known: dict[str, tuple[str, str]] = {}

    def add(self, line: str) -> None:
        """Note a line such as `#loc4 = loc("x")`."""
        name, separator, text = line.partition(" = loc(")
        if separator and len(self._texts) < MAX_LOCATIONS:
            self._texts[name.removeprefix("#loc")] = text.rstrip().removesuffix(")")[:_MAX_TEXT]

    def find(self, text: str) -> tuple[str, str]:
        """Return the path of an op and its line of source by what is in `loc(…)`."""
        text = text[:_MAX_TEXT]
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = (self._path(text), self._source(text))
        return known

    def _path(self, text: str) -> str:
        for _ in range(_MAX_STEPS):
            if text.startswith("#loc"):
                text = self._texts.get(text.removeprefix("#loc"), "")
                continue
            match = _NAMED.match(text)
            return match[1].replace('\\"', '"') if match else ""
        return ""

    def _source(self, text: str) -> str:
        """Return the innermost line, libraries aside if possible, with its function."""
        pending, first, function = [text], "", ""
        for _ in range(_MAX_STEPS):
            if not pending:
                break
            parts = [*_PART.finditer(pending.pop())]
            inner: list[str] = []
            for part in parts:
                if part[4] is not None:
                    inner.append(self._texts.get(part[4], ""))
                elif part[2] is None:
                    function = part[1]
                else:
                    inside = f", in {function}" if function and "/" not in function else ""
                    line = f'File "{part[1]}", line {part[3]}{inside}'[:MAX_NOTE]
                    if not any(each in line for each in _LIBRARIES):
                        return line
                    first = first or line
            pending.extend(reversed(inner))
        return first
