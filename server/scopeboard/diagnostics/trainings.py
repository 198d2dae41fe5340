"""Group runs into trainings: the training data and the evaluation data of one program.

Event files have no field for a training, only conventions. Keras logs into `train` and
`validation`, estimators into the directory itself and `eval`, PyTorch's `add_hparams` into a
directory named for the time, and `add_scalars` into a directory for each line. Only the
server decides; pages and reports use the training of each run in `/api/runs`.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, Protocol

from scopeboard.phases import is_phase

_ENDS_WITH_PHASE: Final = re.compile(r"(.+)[_.-]([a-z]+)", re.I)
_TIME: Final = re.compile(r"[0-9]{9,12}(\.[0-9]+)?")
_NO_TAG_CHARACTER: Final = re.compile(r"[^-/\w.]")  # PyTorch replaces them in tags
_ROOT: Final = "."


class Named(Protocol):
    """The fields of a run that determine its training."""

    @property
    def name(self) -> str:
        """The name of the run."""

    @property
    def only_tag(self) -> str:
        """The tag of a run that has scalars of one tag and nothing else, empty for others."""


class TrainingPart(NamedTuple):
    """The part of a run in its training.

    Attributes:
        training: the name of the training, a directory relative to the log directory.
        phase: what the run logs of it, such as `train`; empty for the directory's own events. No
            two runs of a training have the same.
        lasting: the name that the training has once it has further runs. Colours go by it, so that
            none changes when the first evaluation comes.
    """

    training: str
    phase: str
    lasting: str

    @property
    def trains(self) -> bool:
        """Whether this is the training data, by its name."""
        return "train" in self.phase.lower() and "/" not in self.phase

    @property
    def evaluates(self) -> bool:
        """Whether this is evaluation data."""
        word = re.split(r"[_.-]", self.phase)[-1]
        return (is_phase(self.phase) or is_phase(word)) and not self.trains


class LogTrainings:
    """The trainings of a log, cached until the list of runs changes."""

    def __init__(self) -> None:
        self._known: tuple[dict[str, str], dict[str, TrainingPart]] = {}, {}

    def find(self, runs: Iterable[Named]) -> dict[str, TrainingPart]:
        """Return the part of each run by name; `runs` are all of the log, as they are listed."""
        only_tags = {run.name: run.only_tag for run in runs}
        known, parts = self._known
        if only_tags != known or list(only_tags) != list(known):
            tags = {name: tag for name, tag in only_tags.items() if tag}
            parts = find_trainings(only_tags, tags)
            self._known = only_tags, parts
        return parts


def find_trainings(
    names: Iterable[str], only_tags: Mapping[str, str] | None = None
) -> dict[str, TrainingPart]:
    """Return the part of each run by name; a run without others is a training of its own.

    Args:
        names: of all runs of the log, in the order in which they are listed.
        only_tags: the tag of each run that has logged scalars of one tag and nothing else.
    """
    order = list(dict.fromkeys(names))
    all_names = frozenset(order)
    guesses = {name: _by_name(name, all_names) for name in order}
    for name, tag in (only_tags or {}).items():
        line = _line_of(name, tag, all_names) if name in all_names else None
        if line is not None:
            guesses[name] = _in_training_of(line, guesses)
    guesses |= _further_siblings(guesses)
    members = Counter(training for training, _ in guesses.values())
    assigned: set[tuple[str, str]] = set()
    parts = {}
    for name, (training, phase) in guesses.items():
        if members[training] == 1:
            parts[name] = TrainingPart(name, "", training)
            continue
        unique = name if (training, phase) in assigned else phase
        parts[name] = TrainingPart(training, unique, training)
        assigned.add((training, phase))
    return parts


def _by_name(name: str, all_names: frozenset[str]) -> tuple[str, str]:
    """Return the training and the phase that the name of a run suggests."""
    parent, _, last = name.rpartition("/")
    parent = parent or _ROOT
    if is_phase(last):
        return parent, last
    is_within = parent in all_names and name != _ROOT
    ending = _ENDS_WITH_PHASE.fullmatch(last)
    if ending is not None and is_phase(ending[2]):
        if is_within:
            return parent, last
        return (ending[1] if parent == _ROOT else f"{parent}/{ending[1]}"), ending[2]
    if is_within and _TIME.fullmatch(last):
        return parent, last
    return name, ""


def _line_of(name: str, tag: str, all_names: frozenset[str]) -> tuple[str, str] | None:
    """Return the training and the phase of a run with one line of `add_scalars`, else None.

    PyTorch logs `add_scalars("a/b", {"x": …})` as the tag `a/b` into the directory `a_b_x` of the
    run, tensorboardX into `a/b/x`.
    """
    above, tag = name, _NO_TAG_CHARACTER.sub("_", tag)
    while above != _ROOT:
        above = above.rpartition("/")[0] or _ROOT
        below = name if above == _ROOT else name[len(above) + 1 :]
        line = _NO_TAG_CHARACTER.sub("_", below).lstrip("/")
        if above in all_names and line.startswith((f"{tag.replace('/', '_')}_", f"{tag}/")):
            return above, below
    return None


def _in_training_of(
    line: tuple[str, str], guesses: Mapping[str, tuple[str, str]]
) -> tuple[str, str]:
    """Return the training and the phase of a line that a phase such as `train` has logged."""
    above, below = line
    training, phase = guesses[above]
    return (training, f"{phase}/{below}") if phase and training != above else line


def _further_siblings(guesses: Mapping[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """Return further runs of trainings beside their phases, such as `metrics` of Keras.

    They lie in a directory with training and evaluation data. Excluded are names with digits, since
    experiments are numbered, directories with more such runs than phases, runs that contain runs,
    and the log directory itself, which usually contains experiments.
    """
    phases: defaultdict[str, list[str]] = defaultdict(list)
    for training, phase in guesses.values():
        if phase and is_phase(phase):
            phases[training].append(phase.lower())
    if not phases:
        return {}
    parents = {name.rpartition("/")[0] or _ROOT for name in guesses if name != _ROOT}
    alone: defaultdict[str, list[str]] = defaultdict(list)
    for name, (training, _) in guesses.items():
        if training == name != _ROOT and name not in parents:
            alone[name.rpartition("/")[0] or _ROOT].append(name)
    siblings: dict[str, tuple[str, str]] = {}
    for training, known in phases.items():
        is_pair = len({"train" in phase for phase in known}) > 1
        others = alone[training]
        is_few = len(others) <= len(known) and not any(
            any(letter.isdigit() for letter in name.rpartition("/")[2]) for name in others
        )
        if is_pair and is_few and training != _ROOT:
            siblings |= {name: (training, name.rpartition("/")[2]) for name in others}
    return siblings
