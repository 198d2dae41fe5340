"""The line of source that made an op, from the trace of calls that an exporter noted beside it."""

from functools import lru_cache
from typing import Final

MAX_NOTE: Final = 300
_MAX_TRACE: Final = 1 << 14
_MAX_KNOWN: Final = 256  # ops that follow one another often come from the same line
_LIBRARIES: Final = (b"site-packages", b"dist-packages", b"<eval_with_key>")
"""Parts of names of files that are no code of the model's author; the last is made by torch.fx."""


@lru_cache(_MAX_KNOWN)
def source_line(trace: bytes) -> bytes:
    """Return file, line and code of the innermost call in a trace, libraries aside if possible.

    A call has two lines, as in Python's tracebacks: `File "net.py", line 12, in forward`, then the
    code there. The result has at most `MAX_NOTE` bytes.
    """
    lines = [line.strip() for line in trace[-_MAX_TRACE:].splitlines()]
    calls = [at for at, line in enumerate(lines) if line.startswith(b"File ")]
    own = [at for at in calls if not any(each in lines[at] for each in _LIBRARIES)]
    for at in (own or calls)[-1:]:
        return b" ".join(lines[at : at + 2])[:MAX_NOTE]
    return b""
