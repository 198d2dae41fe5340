"""What `--state_dir` names: a directory or a database."""

from pathlib import Path

import pytest

from scopeboard.config.state_place import StatePlace, state_place
from scopeboard.errors import SettingsError


def test_a_url_is_a_database_and_all_else_a_directory() -> None:
    assert state_place(None) == StatePlace()
    assert state_place("/srv/state") == StatePlace(directory=Path("/srv/state"))
    url = "postgresql://team@database/names?sslmode=require"
    assert state_place(url) == StatePlace(database=url)


@pytest.mark.parametrize(
    "url", ["postgres://team:secret@database/names", "postgresql://database/names?password=secret"]
)
def test_a_password_in_a_url_is_refused_without_being_shown(url: str) -> None:
    with pytest.raises(SettingsError, match="PGPASSWORD") as error:
        state_place(url)
    assert "secret" not in str(error.value)
