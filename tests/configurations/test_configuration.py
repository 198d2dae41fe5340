"""Configurations merged from several files."""

from scopeboard.configurations.configuration import Configuration, merge
from scopeboard.types import LogWarning


def test_the_first_part_has_the_value_of_a_name() -> None:
    warning = LogWarning("a/config.json", 0, "configuration", "not JSON", 0, 3)
    first = Configuration((("lr", 0.1), ("z", "a")))
    second = Configuration((("batch", 8.0), ("lr", 0.2)), (warning,))
    values = (("batch", 8.0), ("lr", 0.1), ("z", "a"))
    assert merge([first, second]) == Configuration(values, (warning,))
    assert merge([]) == Configuration()
