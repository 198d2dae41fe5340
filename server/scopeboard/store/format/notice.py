"""What a viewer should know of the state of the server."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Notice:
    """A state of the server that a viewer should know of; `message` is a sentence."""

    kind: str
    message: str
