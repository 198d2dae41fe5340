"""Values of any library become numbers and arrays."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from scopeboard.writer.numbers import copied, to_array, to_number, to_step


class Brain:
    """A tensor of bfloat16, which NumPy does not take before `float()`."""

    def __init__(self, numbers: NDArray[np.float32], *, is_single: bool = False) -> None:
        self.numbers, self.is_single = numbers, is_single

    def detach(self) -> "Brain":
        return self

    def cpu(self) -> "Brain":
        return self

    def float(self) -> "Brain":
        return Brain(self.numbers, is_single=True)

    def __array__(self, dtype: object = None, copy: bool | None = None) -> NDArray[np.float32]:
        if not self.is_single:
            raise TypeError("Got unsupported ScalarType BFloat16")
        return self.numbers


@given(number=st.floats() | st.integers(-(2**62), 2**62))
def test_a_number_is_the_same_in_every_form(number: float) -> None:
    forms = [number, np.float64(number), np.array([[number]], np.float64), [float(number)]]
    expected = np.float64(number).tobytes()
    assert [np.float64(to_number(form)).tobytes() for form in forms] == [expected] * len(forms)


def test_other_numbers_of_python() -> None:
    assert to_number(Fraction(1, 2)) == to_number(Decimal("0.5")) == 0.5
    assert to_number(True) == 1


@pytest.mark.parametrize("value", ["1", b"1", None, object(), 1j, [None]])
def test_what_is_no_number(value: object) -> None:
    with pytest.raises(TypeError):
        to_number(value)


@pytest.mark.parametrize("value", [[], [1, 2], np.zeros((0, 1))])
def test_what_has_not_one_element(value: object) -> None:
    with pytest.raises(ValueError, match="one element"):
        to_number(value)


def test_bfloat16_becomes_float32() -> None:
    numbers = np.array([1e30, -2], np.float32)
    np.testing.assert_array_equal(to_array(Brain(numbers)), numbers)


def test_a_copy_stays_when_the_array_changes() -> None:
    array = np.ones(3)
    held = copied(array)
    array[:] = 0
    assert held.tolist() == [1, 1, 1]


def test_texts_are_no_array_of_numbers() -> None:
    with pytest.raises(TypeError, match="list of"):
        to_array(["a"])


def test_steps() -> None:
    assert [to_step(step) for step in (None, np.int32(3), 4.0, np.array([5]))] == [0, 3, 4, 5]
    with pytest.raises(ValueError, match="64 bits"):
        to_step(-(1 << 63) - 1)
    with pytest.raises(TypeError):
        to_step("3")
