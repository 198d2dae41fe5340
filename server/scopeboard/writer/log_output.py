"""`log_output`: what a program prints, as texts in its log."""

import sys
from collections.abc import Iterable
from threading import Event, Lock, Thread
from typing import Any, Final, TextIO, cast

from scopeboard.closing import Closing
from scopeboard.writer.summary_writer import SummaryWriter

_LEAST_SECONDS: Final = 0.1
_MAX_LETTERS: Final = 60_000
"""Of a text: more is rendered as raw by the page."""


class _Tee:
    """A stream that writes to another, and lets the log have what is written.

    All else is that of the other: children of the process write to its descriptor, beside the log.
    """

    def __init__(self, stream: TextIO, log: "OutputLog") -> None:
        self._stream = stream
        self._log = log

    def write(self, text: str) -> int:
        """Write to both; the stream itself comes first."""
        written = self._stream.write(text)
        self._log.take(text)
        return written

    def writelines(self, lines: Iterable[str]) -> None:
        """Write each."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the stream has
        """Return what the stream has under a name."""
        return getattr(self._stream, name)


class OutputLog(Closing):
    """What is printed, from now until it is closed."""

    def __init__(self, writer: SummaryWriter, every: float) -> None:
        """See `log_output`."""
        self._writer = writer
        self._lock = Lock()
        self._parts: list[str] = []
        self._lines = 0
        self._stop = Event()
        self._before = (sys.stdout, sys.stderr)
        self._tees = tuple(cast("TextIO", _Tee(stream, self)) for stream in self._before)
        sys.stdout, sys.stderr = self._tees
        self._thread = Thread(
            target=self._run, args=(every,), name="scopeboard-output", daemon=True
        )
        self._thread.start()

    def take(self, text: str) -> None:
        """Keep what was printed until it is written to the log."""
        with self._lock:
            self._parts.append(text)

    def close(self) -> None:
        """Write the rest, and print to the streams alone; the second time this does nothing."""
        if self._stop.is_set():
            return
        self._stop.set()
        self._thread.join()
        # Another program may have put streams of its own over these.
        if sys.stdout is self._tees[0]:
            sys.stdout = self._before[0]
        if sys.stderr is self._tees[1]:
            sys.stderr = self._before[1]
        self._write(is_last=True)

    def _run(self, every: float) -> None:
        while not self._stop.wait(every):
            self._write(is_last=False)

    def _write(self, *, is_last: bool) -> None:
        """Write whole lines, of the last call all there is."""
        with self._lock:
            text = "".join(self._parts)
            end = len(text) if is_last else text.rfind("\n") + 1
            # A progress bar without an end of line would grow for as long as it runs.
            self._parts = [last_state(text[end:])]
        for part in pieces(text[:end]):
            self._writer.add_text("output", fenced(part), self._lines)
            self._lines += part.count("\n") + (not part.endswith("\n"))


def log_output(writer: SummaryWriter, every: float = 10.0) -> OutputLog:
    """Write what this process prints into the log, as the text `output`, from now on.

    The step of a text is the number of the lines before it. Of a line that is printed over itself,
    as progress bars are, the log has the last state. Children of the process print beside it.

    Args:
        writer: writes the log, and is closed after what is returned.
        every: seconds between two texts.

    Returns:
        what ends it: `close()`, or the end of a `with` block.

    Raises:
        ValueError: `every` is below 0.1 s.

    Examples:
        >>> with sb.SummaryWriter("written/output") as writer, sb.log_output(writer):
        ...     print("epoch 1")
        epoch 1
        >>> with sb.open("written", use_index=False) as log:
        ...     "epoch 1" in log.text("output/text_summary", "output")[0].text
        True
    """
    if not every >= _LEAST_SECONDS:
        raise ValueError(f"{every} s between two texts are less than {_LEAST_SECONDS} s")
    return OutputLog(writer, every)


def pieces(text: str) -> list[str]:
    """Return a text in parts of whole lines, of at most 60,000 letters where lines allow it.

    Of what a carriage return leads back over, the last state is left.
    """
    parts: list[str] = []
    size = _MAX_LETTERS
    for line in text.splitlines(keepends=True) if "\r" not in text else _last_states(text):
        if size + len(line) > _MAX_LETTERS:
            parts.append("")
            size = 0
        parts[-1] += line
        size += len(line)
    return parts


def _last_states(text: str) -> list[str]:
    states = [last_state(line).rstrip("\r") for line in text.replace("\r\n", "\n").split("\n")]
    return [*(f"{state}\n" for state in states[:-1]), *filter(None, states[-1:])]


def last_state(line: str) -> str:
    """Return what a terminal shows of a line, with the carriage returns at its end.

    A later line feed makes them an end of line, and other text is printed over what is before.
    """
    text = line.rstrip("\r")
    return text.rpartition("\r")[2] + line[len(text) :]


def fenced(text: str) -> str:
    """Return a text as a block of code in Markdown, whatever is in it."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}text\n{text.rstrip()}\n{fence}"
