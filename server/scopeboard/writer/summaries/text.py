"""Texts, which the dashboard shows as Markdown."""

from scopeboard.wire.plugins_pb2 import TextPluginData
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.writer.summaries.plugin import string_value


def text(tag: str, content: str) -> Summary:
    """Return a text; its tag gets PyTorch's ending `/text_summary`."""
    data = TextPluginData(version=0).SerializeToString()
    encoded = content.encode("utf-8", "replace")
    return Summary(value=[string_value(f"{tag}/text_summary", "text", encoded, [1], data)])
