"""Parameters of HLO modules, by the names of what the program takes."""

from graph.hlo.models import S32, computation, module, op, parameter, parsed, shape, tuple_of
from scopeboard.graph.costs.costs import count_costs


def counts(data: bytes) -> tuple[int, int]:
    costs = count_costs(parsed(data).graph)
    return int(costs.parameters.sum()), int(costs.non_trainable.sum())


def test_weights_and_statistics_count_apart() -> None:
    data = module(
        computation(
            1, parameter(1, 0, shape=shape(3, 4), path="v['params']['w']"),
            parameter(2, 1, shape=shape(4), path="v['batch_stats']['bn']['mean']"),
            parameter(3, 2, shape=shape(), path="params['scale']"),
            parameter(4, 3, shape=shape(7, dtype=S32), path="params['steps']"),
            parameter(5, 4, shape=shape(9), path="x"), op(6, "constant", shape=shape(50)),
            op(7, "tuple", 1, 2, 6, shape=tuple_of(shape(3, 4), shape(4), shape(50))),
        )
    )  # fmt: skip
    assert counts(data) == (12, 4)


def test_constants_count_where_no_parameter_is_a_weight() -> None:
    data = module(
        computation(1, parameter(1, shape=shape(50)), op(2, "constant", shape=shape(50)),
                    op(3, "add", 1, 2, shape=shape(50)))
    )  # fmt: skip
    assert counts(data) == (50, 0)
