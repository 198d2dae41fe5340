"""Signs of trouble in distributions, and no signs for healthy layers."""

import numpy as np
import pytest
from numpy.typing import NDArray

from scopeboard.diagnostics.layer_signs import Buckets, layer_signs, zero_share
from scopeboard.distributions.percentiles import percentiles
from scopeboard.events.values.summary import Histogram

RANDOM = np.random.default_rng(0)
NORMAL = RANDOM.normal(size=20_000)


def kinds(*steps: NDArray[np.float64], bins: int = 30) -> list[str]:
    """Return the kinds of sign that values at some steps give, with buckets as Keras makes them."""
    tables = []
    for values in steps:
        is_single = values.min() == values.max()
        count, edges = np.histogram(values, 1 if is_single else bins)  # of the width 1
        tables.append(Histogram(edges[:-1], edges[1:], count.astype(np.float64)))
    rows = np.array([percentiles(table) for table in tables])
    last = Buckets(tables[-1].left, tables[-1].right, tables[-1].count)
    return [sign.kind for sign in layer_signs(np.arange(len(steps)), rows, last)]


def logistic(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return 1 / (1 + np.exp(-values))


HEALTHY = {
    "normal": NORMAL,
    "rectified": np.maximum(NORMAL, 0),
    "heavy-tailed": RANDOM.standard_t(3, 20_000),
    "uniform": RANDOM.random(20_000),
    "tanh of a normal": np.tanh(NORMAL),
    "constant": np.full(100, 0.5),
}


@pytest.mark.parametrize("values", HEALTHY.values(), ids=HEALTHY)
def test_healthy_layers_give_no_sign(values: NDArray[np.float64]) -> None:
    assert kinds(values, values, values) == []
    assert kinds(values / 3, values / 2, values) == []


def test_a_layer_whose_units_are_off_is_dead() -> None:
    off = np.where(RANDOM.random(20_000) < 0.99, 0, np.abs(NORMAL))
    assert kinds(np.maximum(NORMAL, 0), off) == ["dead"]
    assert kinds(NORMAL, np.zeros(100)) == ["dead"]


def test_biases_that_begin_at_zero_are_not_dead() -> None:
    assert kinds(np.zeros(100), NORMAL / 100, NORMAL / 50) == []
    assert kinds(np.zeros(100)) == []


def test_values_that_contract_have_collapsed() -> None:
    assert kinds(NORMAL, NORMAL, 1 + NORMAL * 1e-5) == ["collapsed"]
    assert kinds(NORMAL, NORMAL, np.full(100, 1.5)) == ["collapsed"]


def test_values_that_vanish_slowly_have_collapsed() -> None:
    assert kinds(*(NORMAL * 0.1 * 0.8**step for step in range(60))) == ["collapsed"]
    assert kinds(*(NORMAL * 0.1 * 0.9**step for step in range(60))) == []


def test_values_that_collapsed_and_then_spread_a_little_have_not_exploded() -> None:
    widths = (1e3, 1e-12, 1e-12, 1e-12, 1e-8)
    steps = [np.linspace(0, width, 20_000) for width in widths]
    assert kinds(*steps) == ["collapsed"]


def test_values_that_spread_by_orders_of_magnitude_explode() -> None:
    assert kinds(NORMAL, NORMAL, NORMAL * 1e4) == ["exploded"]
    assert kinds(*(NORMAL * 30**n for n in range(5))) == ["exploded"]


def test_values_that_exploded_at_the_second_step_are_reported() -> None:
    assert kinds(NORMAL, *[NORMAL * 1e6] * 5) == ["exploded"]
    assert kinds(NORMAL / 1e3, *[NORMAL] * 5) == []


def test_values_that_are_not_finite_have_exploded() -> None:
    rows = np.array([percentiles(Histogram(np.array([0.0]), np.array([1.0]), np.ones(1)))] * 2)
    rows[1, -1] = np.inf
    last = Buckets(np.array([0.0]), np.array([np.inf]), np.ones(1))
    assert [sign.kind for sign in layer_signs(np.arange(2), rows, last)] == ["exploded"]


def test_values_at_the_bounds_are_saturated() -> None:
    assert kinds(np.tanh(NORMAL), np.tanh(8 * NORMAL)) == ["saturated"]
    assert kinds(logistic(NORMAL), logistic(20 * NORMAL + 20)) == ["saturated"]
    assert kinds(logistic(NORMAL), logistic(20 * NORMAL - 20)) == []


def test_both_bounds_of_the_logistic_function_count() -> None:
    assert kinds(logistic(NORMAL), logistic(30 * NORMAL)) == ["saturated"]
    sparse = np.where(RANDOM.random(20_000) < 0.8, 0, RANDOM.random(20_000))
    assert kinds(sparse, sparse) == []


def test_only_narrow_buckets_count_as_zero() -> None:
    wide = Buckets(np.array([-1.0, 1.0]), np.array([1.0, 2.0]), np.array([99.0, 1.0]))
    assert zero_share(wide) == 0
    narrow = Buckets(np.array([-1.0, -1e-3]), np.array([-1e-3, 1e-3]), np.array([1.0, 99.0]))
    assert zero_share(narrow) == pytest.approx(0.99)


def test_a_sign_has_its_step_its_share_and_its_formula() -> None:
    table = Histogram(np.zeros(1), np.zeros(1), np.full(1, 50.0))
    rows = np.array([percentiles(table)] * 2)
    last = Buckets(table.left, table.right, table.count)
    (sign,) = layer_signs(np.array([10, 20_000]), rows, last)
    assert sign.step == 20_000
    assert "100 % of the values are zero at step 20,000" in sign.message
    assert "98 %" in sign.method
