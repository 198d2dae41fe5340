"""The words for what a run logs of its training: the training data, or evaluation data."""

import re
from typing import Final

_PHASE: Final = re.compile(
    r"(train(ing)?|valid(ation)?|val|test(ing)?|eval(uation)?|dev|hold_?out)", re.I
)


def is_phase(word: str) -> bool:
    """Return whether a whole word is a phase, such as `train` or `Validation`."""
    return _PHASE.fullmatch(word) is not None
