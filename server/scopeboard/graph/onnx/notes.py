"""What only the card of a node shows: the tensors that it makes, its line of source."""

from typing import Final

from scopeboard.graph.onnx.node_bytes import note_field
from scopeboard.graph.onnx.read_graph import ReadNode

MAX_NOTE: Final = 300
_MAX_OUTPUTS: Final = 16
_MAX_TRACE: Final = 1 << 14
_TRACE: Final = b"pkg.torch.onnx.stack_trace"
_LIBRARIES: Final = (b"site-packages", b"dist-packages")


def notes_of(node: ReadNode) -> list[bytes]:
    """Return the notes of a node as fields of a NodeDef."""
    message, notes = node.message, list[bytes]()
    if message.output and not message.output[0].startswith(message.name or b"\0"):
        names = b", ".join(message.output[:_MAX_OUTPUTS])
        notes.append(note_field("outputs", names[:MAX_NOTE]))
    for entry in message.metadata_props:
        if entry.key == _TRACE and (line := source_line(entry.value)):
            notes.append(note_field("source", line[:MAX_NOTE]))
    return notes


def source_line(trace: bytes) -> bytes:
    """Return file, line and code of the innermost call in a trace, libraries aside if possible.

    A call has two lines, as in Python's tracebacks: `File "net.py", line 12, in forward`, then the
    code there.
    """
    lines = [line.strip() for line in trace[-_MAX_TRACE:].splitlines()]
    calls = [at for at, line in enumerate(lines) if line.startswith(b"File ")]
    own = [at for at in calls if not any(each in lines[at] for each in _LIBRARIES)]
    for at in (own or calls)[-1:]:
        return b" ".join(lines[at : at + 2])
    return b""
