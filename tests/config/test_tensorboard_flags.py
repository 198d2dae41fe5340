"""Every flag of TensorBoard is accepted, or refused with the alternative."""

import pytest

from scopeboard.config.settings import parse
from scopeboard.config.tensorboard_flags import NOT_NEEDED, REFUSED
from scopeboard.errors import SettingsError


@pytest.mark.parametrize("name", NOT_NEEDED)
def test_an_unneeded_flag_accepts_its_value(name: str) -> None:
    (sentence,) = parse(["--logdir", "logs", f"--{name}", "1"]).not_needed
    assert sentence == f"--{name} is not needed: {NOT_NEEDED[name]}."


@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_flag_names_the_alternative(name: str) -> None:
    with pytest.raises(SettingsError, match=REFUSED[name]):
        parse(["--logdir", "logs", f"--{name}", *([] if name in {"inspect", "db_import"} else "1")])
