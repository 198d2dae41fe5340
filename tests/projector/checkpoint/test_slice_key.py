"""Keys of parts, beside those that TensorFlow wrote, and in their order."""

from hypothesis import given
from hypothesis import strategies as st

from scopeboard.projector.checkpoint.slice_key import slice_key
from scopeboard.projector.checkpoint.sorted_table import read_table
from tools.served import excerpt

INT64 = st.integers(-(2**63), 2**63 - 1)


def test_keys_equal_tensorflows() -> None:
    index = excerpt("checkpoints/parts/model.ckpt-100.index")
    parts = {key for key, _ in read_table(index) if key.startswith(b"\0")}
    rows = [(0, 4), (4, 3), (7, 3)]
    assert parts == {
        *(slice_key(b"parted", [part, (0, 4)]) for part in rows),
        *(slice_key(b"columns", [(0, 5), (start, 100)]) for start in (0, 100)),
    }


@given(INT64, INT64)
def test_keys_sort_like_numbers(one: int, other: int) -> None:
    first, second = (slice_key(b"x", [(number, 0)]) for number in (one, other))
    assert (first < second) == (one < other)


@given(st.binary(max_size=6), st.binary(max_size=6))
def test_keys_sort_like_names(one: bytes, other: bytes) -> None:
    first, second = (slice_key(name, [(0, 1)]) for name in (one, other))
    assert (first < second) == (one < other)
