"""The training step and the spine of the main graph."""

from collections.abc import Sequence

import numpy as np

from scopeboard.graph.scope.answer import Reason
from scopeboard.graph.scope.child_roles import ChildRoles, spine, training_steps

Link = tuple[int, int]


def child_roles(
    count: int,
    trains: Sequence[int] = (),
    loss: Sequence[int] = (),
    updates: Sequence[int] = (),
    parameters: Sequence[int] = (),
    inputs: Sequence[int] = (),
) -> ChildRoles:
    """Return roles: rows that train, that hold the loss, and so on; `parameters` are amounts."""
    rows = np.arange(count)
    flags = np.isin(rows, [*trains])
    return ChildRoles(
        reasons=[Reason("role", "gradient", count=9) if flag else None for flag in flags],
        trains=flags,
        averages=np.zeros_like(flags),
        core=np.where(flags, 0, 1),
        updates=np.where(np.isin(rows, [*updates]), 9, 0),
        parameters=np.array([*parameters, *[0] * count][:count]),
        has_loss=np.isin(rows, [*loss]),
        has_input=np.isin(rows, [*inputs]),
        has_derivative=flags,
    )


def ends(*links: Link) -> tuple[np.ndarray, np.ndarray]:
    pairs = np.array(links, dtype=np.int64).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1]


def test_the_step_leads_from_the_loss_by_gradients_to_updates() -> None:
    links = ends((0, 1), (1, 2), (0, 3), (1, 3), (2, 3), (3, 4), (0, 4))
    roles = child_roles(5, trains=[3, 4], loss=[2], updates=[4])
    assert training_steps(roles, *links) == [[2, 3, 4]]


def test_gradients_and_updates_in_one_scope_are_one_step() -> None:
    roles = child_roles(3, trains=[2], loss=[1], updates=[2])
    assert training_steps(roles, *ends((0, 1), (0, 2), (1, 2))) == [[1, 2]]


def test_two_optimizers_are_two_steps() -> None:
    links = ends((0, 1), (0, 2), (1, 3), (2, 4))
    roles = child_roles(5, trains=[1, 2, 3, 4], loss=[0], updates=[3, 4])
    assert training_steps(roles, *links) == [[0, 1, 3], [0, 2, 4]]


def test_with_far_updates_the_backward_pass_is_the_step() -> None:
    links = ends((0, 1), (1, 2), (2, 3), (3, 4))
    roles = child_roles(5, trains=[1, 2, 3, 4], loss=[0], updates=[4])
    assert training_steps(roles, *links) == [[0, 1]]


def test_a_scope_that_does_not_train_has_no_step() -> None:
    assert training_steps(child_roles(3, loss=[2]), *ends((0, 1), (1, 2))) == []


def test_the_spine_leads_from_an_input_by_the_parameters_to_the_loss() -> None:
    links = ends((0, 1), (1, 2), (2, 3), (4, 2), (5, 3))
    roles = child_roles(6, loss=[3], parameters=[0, 0, 7, 0, 1], inputs=[0])
    assert spine(roles, np.ones(6, dtype=np.bool_), *links) >= {0, 1, 2, 3}
    assert spine(roles, np.arange(6) != 1, *links) >= {2, 3}
