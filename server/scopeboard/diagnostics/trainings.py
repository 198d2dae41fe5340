"""Which runs are one training: what it logged while it learned, and what it was tested with.

Writers of event files have no word for that, only habits: Keras logs into `train` and
`validation`, estimators into the directory itself and `eval`, PyTorch's `add_scalars` into
`acc_train` and `acc_valid` below it. The page folds runs by the same rule (`state/trainings.ts`);
both are held against `tests/data/training_names.json`.
"""

import re
from collections import defaultdict
from collections.abc import Collection
from typing import Final, NamedTuple

_PHASE: Final = re.compile(
    r"(train(ing)?|valid(ation)?|val|test(ing)?|eval(uation)?|dev|hold_?out)", re.I
)
_ENDS_WITH_PHASE: Final = re.compile(r"(.+)[_.-]([a-z]+)", re.I)
_TIME: Final = re.compile(r"[0-9]{9,12}(\.[0-9]+)?")


class Part(NamedTuple):
    """The training of a run, and what it logs of it; empty for the training's own."""

    training: str
    phase: str

    @property
    def trains(self) -> bool:
        """Whether this is what the training learned from, as far as its name says."""
        return "train" in self.phase.lower()

    @property
    def evaluates(self) -> bool:
        """Whether this is what the training was tested with."""
        word = re.split(r"[_.-]", self.phase)[-1]
        is_phase = _PHASE.fullmatch(self.phase) or _PHASE.fullmatch(word)
        return is_phase is not None and not self.trains


def find_trainings(names: Collection[str]) -> dict[str, Part]:
    """Return the part that each run plays, by name; one without others is a training of its own."""
    everything = frozenset(names)
    guesses = {name: _guessed(name, everything) for name in names}
    members: defaultdict[str, list[str]] = defaultdict(list)
    for name, (training, _) in guesses.items():
        members[training].append(name)
    return {
        name: guess if len(members[guess.training]) > 1 else Part(name, "")
        for name, guess in guesses.items()
    }


def _guessed(name: str, everything: frozenset[str]) -> Part:
    parent, _, last = name.rpartition("/")
    parent = parent or "."
    if _PHASE.fullmatch(last):
        return Part(parent, last)
    is_within = parent in everything and name != "."
    ending = _ENDS_WITH_PHASE.fullmatch(last)
    if ending is not None and _PHASE.fullmatch(ending[2]):
        if is_within:
            return Part(parent, last)
        return Part(ending[1] if parent == "." else f"{parent}/{ending[1]}", ending[2])
    if is_within and _TIME.fullmatch(last):
        return Part(parent, last)
    return Part(name, "")
