"""Metadata of a tag."""

from dataclasses import dataclass

from scopeboard.types import Kind


@dataclass(frozen=True, slots=True)
class TagMetadata:
    """The kind of a tag, the plugin that wrote it, its display name, description and content.

    `guessed` is true if no metadata was logged and the kind follows from the shape of a value.
    """

    kind: Kind
    plugin: str = ""
    display_name: str = ""
    description: str = ""
    content: bytes = b""
    guessed: bool = False
