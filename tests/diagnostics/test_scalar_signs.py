"""Signs of trouble in time series, and no signs in healthy ones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.diagnostics.scalar_signs import Series, gap_signs, scalar_signs

RNG = np.random.default_rng(0)
STEPS = np.arange(1000.0)
FALLING = 2 * np.exp(-STEPS / 300) + RNG.normal(0, 0.02, 1000)
RISING = np.where(STEPS < 500, FALLING, FALLING[500] + (STEPS - 500) / 50)


def kinds(value: np.ndarray, tag: str = "loss") -> list[str]:
    step = np.arange(float(len(value)))
    return [warning.kind for warning in scalar_signs(Series(tag, step, value))]


def test_a_loss_that_falls_is_fine() -> None:
    assert kinds(FALLING) == []


def test_a_loss_that_rises_again_diverges_from_where_it_was_lowest() -> None:
    (warning,) = scalar_signs(Series("train/loss", STEPS, RISING))
    assert warning.kind == "diverging"
    assert 400 <= warning.step <= 600
    assert "rose from" in warning.message


def test_only_lower_is_better_metrics_diverge() -> None:
    assert kinds(RISING, "learning_rate") == []
    assert kinds(RISING, "accuracy") == []


def test_spikes_alone_are_no_divergence() -> None:
    spiky = FALLING.copy()
    spiky[::37] += 100
    assert kinds(spiky) == []


def test_a_series_that_stops_changing_is_a_plateau() -> None:
    flat = np.where(STEPS < 300, 1 - STEPS / 300, 0.0)
    (warning,) = scalar_signs(Series("loss", STEPS, flat))
    assert (warning.kind, warning.step) == ("plateau", 300)
    assert "699 steps" in warning.message


def test_values_that_are_not_finite_are_counted() -> None:
    series = Series("lr", STEPS, FALLING, nan=1, inf=2, first_nonfinite=150)
    (warning,) = scalar_signs(series)
    assert warning.message == "1 NaN and 2 infinite values, the first at step 150."
    single = Series("lr", STEPS, FALLING, nan=1, first_nonfinite=0)
    assert next(scalar_signs(single)).message == "1 NaN value, the first at step 0."


def test_steps_that_go_back_are_reported() -> None:
    (warning,) = scalar_signs(Series("lr", STEPS, FALLING, goes_back=40))
    assert (warning.kind, warning.step) == ("goes_back", 40)


def test_an_evaluation_that_worsens_while_training_goes_on_is_a_gap() -> None:
    evaluation = FALLING + 0.1 + np.maximum(STEPS - 600, 0) / 200
    (warning,) = gap_signs(Series("loss", STEPS, FALLING), Series("loss", STEPS, evaluation))
    assert warning.kind == "gap"
    assert 500 <= warning.step <= 700
    assert list(gap_signs(Series("loss", STEPS, FALLING), Series("loss", STEPS, FALLING))) == []


@given(st.lists(st.floats(-1e300, 1e300), max_size=120), st.sampled_from(["loss", "acc", "x"]))
def test_any_values_are_answered(values: list[float], tag: str) -> None:
    for warning in scalar_signs(Series(tag, np.arange(float(len(values))), np.array(values))):
        assert 0 <= warning.step < len(values)
        assert warning.message.endswith(".")


@pytest.mark.parametrize(("later", "is_reported"), [(100.0, True), (2.0, False)])
def test_a_loss_that_explodes_in_its_first_steps_is_reported_unless_it_returns(
    later: float, is_reported: bool
) -> None:
    value = np.array([3.3, 855.0, 2e4, 3e19, *[later, later * 1.2] * 60])
    series = Series("loss", np.arange(float(len(value))), value)
    found = [each.step for each in scalar_signs(series) if each.kind == "diverging"]
    assert found == ([2] if is_reported else [])
