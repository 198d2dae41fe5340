"""Values of any library as numbers and arrays, without importing the library."""

import operator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

REAL: Final = "fiub"
COMPLEX: Final = "fiubc"
_INT64: Final = range(-(1 << 63), 1 << 63)


def to_number(value: Any) -> float:  # noqa: ANN401 - of any library
    """Return a value of one element as a number.

    Raises:
        TypeError: it is no real number.
        ValueError: it has another number of elements than one.
    """
    if isinstance(value, float | int):
        return float(value)
    if isinstance(value, str | bytes | None):
        raise TypeError(f"a scalar is a number, not {value!r}")
    item = getattr(value, "item", None)  # NumPy, PyTorch, JAX, CuPy
    if item is None and hasattr(value, "__float__"):  # a decimal or a fraction
        return float(value)
    try:
        return float(_one(to_array(value)) if item is None else item())
    except (ValueError, RuntimeError) as error:
        raise ValueError(f"a scalar has one element, not the shape {_shape(value)}") from error


def to_array(value: Any, kinds: str = REAL) -> NDArray[Any]:  # noqa: ANN401 - of any library
    """Return a value as an array of numbers, without a copy if possible.

    Tensors of PyTorch leave their gradient and device; bfloat16 becomes float32.

    Args:
        value: of any library.
        kinds: NumPy's letters for the kinds of numbers.

    Raises:
        TypeError: it has other elements.
    """
    if hasattr(value, "detach"):  # PyTorch
        value = value.detach().cpu()
        try:
            array = np.asarray(value)
        except TypeError:  # bfloat16 and float8, which NumPy lacks
            array = np.asarray(value.float())
    else:
        array = np.asarray(value)
    if array.dtype.kind == "V":  # bfloat16 and float8 of JAX
        array = array.astype(np.float32)
    if array.dtype.kind not in kinds:
        raise TypeError(f"numbers are needed, not {type(value).__name__} of {array.dtype}")
    return array


def copied(value: Any, kinds: str = REAL) -> NDArray[Any]:  # noqa: ANN401 - of any library
    """Return a copy as an array of numbers, since training changes its own in place.

    Raises:
        TypeError: it has other elements; see `to_array`.
    """
    return np.array(to_array(value, kinds))


def to_step(step: Any) -> int:  # noqa: ANN401 - of any library
    """Return a step, 0 for none.

    Raises:
        TypeError: it is no number.
        ValueError: it has more than 64 bits.
    """
    if step is None:
        return 0
    try:
        number = operator.index(step)
    except TypeError:
        number = int(to_number(step))
    if number not in _INT64:
        raise ValueError(f"a step has 64 bits at most: {number}")
    return number


def _one(array: NDArray[Any]) -> Any:  # noqa: ANN401 - an element
    if array.size != 1:
        raise ValueError(f"a scalar has one element, not the shape {array.shape}")
    return array.reshape(())[()]


def _shape(value: Any) -> tuple[int, ...]:  # noqa: ANN401 - of any library
    return tuple(getattr(value, "shape", ()))
