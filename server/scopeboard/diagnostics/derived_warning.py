"""A warning that is derived from logged values."""

from typing import NamedTuple


class DerivedWarning(NamedTuple):
    """A sign of trouble in the data.

    Attributes:
        kind: for programs, such as `dead`.
        step: the step at which it shows.
        message: one sentence, without the names of run and tag.
        method: one sentence with the formula.
    """

    kind: str
    step: int
    message: str
    method: str
