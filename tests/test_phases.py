"""The words for phases of a training."""

import pytest

from scopeboard.phases import is_phase


@pytest.mark.parametrize("word", ["train", "Validation", "holdout", "hold_out", "EVAL"])
def test_words_for_phases(word: str) -> None:
    assert is_phase(word)


@pytest.mark.parametrize("word", ["", "trainer", "lr_train", "a/train", "metrics", "."])
def test_other_words(word: str) -> None:
    assert not is_phase(word)
