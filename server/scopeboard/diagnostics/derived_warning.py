"""The form of a warning that is derived from what was logged."""

from typing import NamedTuple


class DerivedWarning(NamedTuple):
    """Something in the data that deserves a look.

    Attributes:
        kind: for programs, such as `dead`.
        step: where it is seen.
        message: one sentence that says what, without the names of run and tag.
        method: one sentence that says how it was computed.
    """

    kind: str
    step: int
    message: str
    method: str
