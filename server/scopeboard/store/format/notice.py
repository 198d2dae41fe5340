"""Notices about the state of the server, for the page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Notice:
    """A state of the server to show on the page; `message` is a sentence."""

    kind: str
    message: str
