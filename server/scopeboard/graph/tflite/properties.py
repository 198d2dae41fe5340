"""The properties of a model: format, description, runtime, signatures, what it carries besides."""

from typing import Final

from scopeboard.graph.tflite.read_model import ReadModel

Properties = tuple[tuple[str, str], ...]
"""Names and texts, in display order."""

_MAX_ENTRIES: Final = 50
_MAX_TEXT: Final = 500


def model_properties(model: ReadModel) -> Properties:
    """Return the properties of a model."""
    keys = ", ".join(each.key for each in model.signatures[:_MAX_ENTRIES] if each.key)
    named = [
        ("format", f"TFLite, schema version {model.version}"),
        ("description", model.description),
        ("graph", model.subgraphs[0].name if model.subgraphs else ""),
        ("runtime", f"at least {model.runtime}" if model.runtime else ""),
        ("signatures", keys),
        ("metadata", ", ".join(model.metadata[:_MAX_ENTRIES])),
    ]
    return tuple((key, text[:_MAX_TEXT]) for key, text in named if text)
