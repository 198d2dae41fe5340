"""Flags of command lines in texts."""

from hypothesis import given
from hypothesis import strategies as st

from scopeboard.comparison.flags import flags_of


def test_flags_have_their_values_in_each_form() -> None:
    text = "python train.py --lr 0.1 --name='a b' --fast -j 4 --note \"x y\" data \\\n --depth=-2"
    assert flags_of(text) == {
        "--lr": "0.1",
        "--name": "a b",
        "--fast": "true",
        "-j": "4",
        "--note": "x y",
        "--depth": "-2",
    }


def test_a_negative_number_is_a_value_and_the_last_of_several_counts() -> None:
    assert flags_of("--low -1 --low -.5") == {"--low": "-.5"}


def test_other_texts_have_none() -> None:
    assert flags_of("") == {}
    assert flags_of("A sentence - with a dash -- and = signs.") == {}


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    assert all(name.startswith("-") for name in flags_of(text))
