"""What the demo is made from."""

from dataclasses import dataclass

from programs.demo_log.hyper_parameters import HyperParameters


@dataclass(frozen=True, slots=True)
class Recipe:
    """The runs to make and how often each kind of thing is logged, in steps.

    The scalars of a batch are logged at every step. `curves_of` are the digits that have a
    precision-recall curve: each against all others.
    """

    runs: tuple[HyperParameters, ...] = tuple(
        HyperParameters(learning_rate) for learning_rate in (0.01, 0.1, 1.2)
    )
    steps: int = 400
    training_digits: int = 3000
    test_digits: int = 500
    test_every: int = 10
    everything_every: int = 20
    measure_every: int = 100
    curves_of: tuple[int, ...] = (3, 5, 8)
    seed: int = 1


DEMO = Recipe()
