"""The hyper-parameters of a run."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HyperParameters:
    """The settings of one run.

    The learning rate at a step is learning_rate · learning_rate_decay ^ (step / decay_steps).
    `average_decay` is the most that a moving average keeps of itself in one step.
    `regularization` scales the squared weights in the loss.
    """

    learning_rate: float
    hidden_units: int = 128
    batch_size: int = 64
    learning_rate_decay: float = 0.5
    decay_steps: int = 400
    average_decay: float = 0.99
    regularization: float = 1e-4
    seed: int = 7
