"""What the log says of a tag."""

from dataclasses import dataclass

from scopeboard.types import Kind


@dataclass(frozen=True, slots=True)
class TagMetadata:
    """What is known of a tag: its kind, who wrote it, and the names its author gave it.

    `guessed` tells that no metadata was logged and the kind comes from the value's shape.
    """

    kind: Kind
    plugin: str = ""
    display_name: str = ""
    description: str = ""
    content: bytes = b""
    guessed: bool = False
