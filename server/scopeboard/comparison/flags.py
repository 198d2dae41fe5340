"""The flags of a command line that a training logged as a text."""

import re
from collections.abc import Mapping
from typing import Final

_TOKEN: Final = re.compile(r"""(?:[^\s"']|"[^"]*"|'[^']*')+""")
_FLAG: Final = re.compile(r"--?[A-Za-z][\w.-]*")
_MAX_FLAGS: Final = 500
_SET: Final = "true"


def flags_of(text: str) -> Mapping[str, str]:
    """Return the flags of a command line with their values; none of a text of another kind.

    `--name value`, `--name=value` and `--name` alone are flags. Of a repeated one, the last value
    counts, as for most programs.
    """
    tokens = [token.strip("`\\") for token in _TOKEN.findall(text)]
    flags: dict[str, str] = {}
    at = 0
    while at < len(tokens) and len(flags) < _MAX_FLAGS:
        name, equals, value = tokens[at].partition("=")
        at += 1
        if _FLAG.fullmatch(name) is None:
            continue
        if not equals:
            is_value = at < len(tokens) and _FLAG.match(tokens[at]) is None
            value = tokens[at] if is_value else _SET
            at += is_value
        flags[name] = value.strip("\"'")
    return flags
