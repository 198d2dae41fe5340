"""The flags of the limits, and where they are documented."""

from dataclasses import fields
from pathlib import Path

import pytest

from scopeboard.config.request_limits import RequestLimits
from scopeboard.config.settings import parse

ROOT = Path(__file__).parents[3]
NAMES = [field.name for field in fields(RequestLimits)]


def test_limits_that_are_left_out() -> None:
    assert parse(["logs"]).limits == RequestLimits()


@pytest.mark.parametrize("name", NAMES)
def test_each_limit_has_a_flag(name: str) -> None:
    assert getattr(parse(["logs", f"--{name}", "7"]).limits, name) == 7


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("page", ["docs/security.md", "docs/manual.md"])
def test_each_limit_is_documented(name: str, page: str) -> None:
    assert f"`--{name}" in (ROOT / page).read_text()


def test_documented_defaults() -> None:
    limits, text = RequestLimits(), (ROOT / "docs" / "security.md").read_text()
    for name in NAMES:
        value = getattr(limits, name)
        line = next(line for line in text.splitlines() if f"`--{name}`" in line)
        assert value is None or f"{value:,.0f}" in line, name


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", ["-1", "many", "", "nan"])
def test_invalid_limits(name: str, value: str) -> None:
    with pytest.raises(SystemExit):
        parse(["logs", f"--{name}", value])


@pytest.mark.parametrize("name", sorted({*NAMES} - {"max_connections_per_address"}))
def test_no_limit_of_nothing(name: str) -> None:
    with pytest.raises(SystemExit):
        parse(["logs", f"--{name}", "0"])
