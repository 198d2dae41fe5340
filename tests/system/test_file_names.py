"""Names of files that every system takes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.system.file_names import file_name, portable_file_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("loss", "loss"),
        ("loss: a/b", "loss_ a_b"),
        ("C:\\x", "C__x"),
        ("what? *", "what_ _"),
        ("dots. ..", "dots"),
        ("con", "_con"),
        ("NUL.png", "_NUL.png"),
        ("com1 .txt", "_com1 .txt"),
        ("console", "console"),
        ("Verlust für α", "Verlust für α"),
    ],
)
def test_what_some_system_refuses_is_replaced(text: str, name: str) -> None:
    assert portable_file_name(text) == name


@given(st.text())
def test_a_name_never_leads_elsewhere(text: str) -> None:
    assert not re.search(r'[<>:"/\\|?*\x00-\x1f]|^\.|[. ]$', portable_file_name(text))
    assert "/" not in file_name(text)
    assert "\0" not in file_name(text)
