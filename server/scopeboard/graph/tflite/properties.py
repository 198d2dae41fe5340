"""The properties of a model: format, description, runtime, signatures, what it carries besides."""

from scopeboard.graph.conversion.properties import MAX_ENTRIES, Properties, short_properties
from scopeboard.graph.tflite.read_model import ReadModel


def model_properties(model: ReadModel) -> Properties:
    """Return the properties of a model."""
    keys = ", ".join(each.key for each in model.signatures[:MAX_ENTRIES] if each.key)
    named = [
        ("format", f"TFLite, schema version {model.version}"),
        ("description", model.description),
        ("graph", model.subgraphs[0].name if model.subgraphs else ""),
        ("runtime", f"at least {model.runtime}" if model.runtime else ""),
        ("signatures", keys),
        ("metadata", ", ".join(model.metadata[:MAX_ENTRIES])),
    ]
    return short_properties((key, text) for key, text in named if text)
