"""What only the card of a node shows: the tensors that it makes, its line of source."""

from typing import Final

from scopeboard.graph.conversion.node_bytes import note_field
from scopeboard.graph.conversion.source_lines import MAX_NOTE, source_line
from scopeboard.graph.onnx.read_graph import ReadNode

_MAX_OUTPUTS: Final = 16
_TRACE: Final = b"pkg.torch.onnx.stack_trace"


def notes_of(node: ReadNode) -> list[bytes]:
    """Return the notes of a node as fields of a NodeDef."""
    message, notes = node.message, list[bytes]()
    if message.output and not message.output[0].startswith(message.name or b"\0"):
        names = b", ".join(message.output[:_MAX_OUTPUTS])
        notes.append(note_field("outputs", names[:MAX_NOTE]))
    for entry in message.metadata_props:
        if entry.key == _TRACE and (line := source_line(entry.value)):
            notes.append(note_field("source", line))
    return notes
