"""Names of files that every system takes, and as a person sees them."""

import os
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.system.file_names import display_name, file_name, portable_file_name


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


@pytest.mark.parametrize(
    ("name", "displayed"), [(b"loss", "loss"), ("Verlust für α".encode(), "Verlust für α")]
)
def test_a_name_in_utf_8_is_displayed_as_it_is(name: bytes, displayed: str) -> None:
    assert display_name(os.fsdecode(name)) == displayed


@given(st.binary())
def test_every_displayed_name_can_be_sent_as_json(name: bytes) -> None:
    try:
        text = os.fsdecode(name)
    except UnicodeDecodeError:  # Windows has no names of other bytes
        return
    assert display_name(text) == name.decode("utf-8", "replace")
