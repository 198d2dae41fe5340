"""Every flag of TensorBoard's is taken, or refused with a word on what to do instead."""

import pytest

from scopeboard.config.settings import parse
from scopeboard.config.tensorboard_flags import NOT_NEEDED, REFUSED
from scopeboard.errors import SettingsError


@pytest.mark.parametrize("name", NOT_NEEDED)
def test_one_that_is_not_needed_takes_its_value(name: str) -> None:
    (sentence,) = parse(["--logdir", "logs", f"--{name}", "1"]).not_needed
    assert sentence == f"--{name} is not needed: {NOT_NEEDED[name]}."


@pytest.mark.parametrize("name", REFUSED)
def test_one_that_would_be_missed_says_what_to_do(name: str) -> None:
    with pytest.raises(SettingsError, match=REFUSED[name]):
        parse(["--logdir", "logs", f"--{name}", *([] if name in {"inspect", "db_import"} else "1")])
