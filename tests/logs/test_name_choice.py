"""Names and globs."""

import pytest

from scopeboard.errors import NotFoundError
from scopeboard.logs.name_choice import choose_names, exact_name, wanted_names

NAMES = ["a/b", "a/c", "b", "what?", "[x]", "x\ny"]


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [
        (None, NAMES),
        ("b", ["b"]),
        (["b", "a/b", "b"], ["b", "a/b"]),
        ("a*", ["a/b", "a/c"]),
        ("?", ["b"]),
        ("a/?", ["a/b", "a/c"]),
        ("what?", ["what?"]),
        ("[x]", ["[x]"]),
        ("[x*", ["[x]"]),
        ("[xa]/*", []),
        ("x*y", ["x\ny"]),
        ("*", NAMES),
        (["b", "*"], ["b", "a/b", "a/c", "what?", "[x]", "x\ny"]),
        ("A*", []),
        ([], []),
    ],
)
def test_names_are_exact_or_globs(wanted: str | list[str] | None, chosen: list[str]) -> None:
    assert choose_names(wanted, NAMES, "run") == chosen


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(NotFoundError, match="There is no run 'a/d'; there is 'a/"):
        choose_names(["b", "a/d"], NAMES, "run")
    with pytest.raises(NotFoundError, match="There is no run 'nothing'\\."):
        choose_names("nothing", NAMES, "run")
    with pytest.raises(NotFoundError, match="There is no tag 'LOSS'; there is 'train/some_loss'"):
        choose_names("LOSS", ["train/some_loss", "lr"], "tag")


def test_an_exact_name_is_no_glob() -> None:
    assert exact_name("what?", NAMES, "run") == "what?"
    with pytest.raises(NotFoundError, match="There is no run 'a\\*'"):
        exact_name("a*", NAMES, "run")


def test_what_is_no_name_is_an_error() -> None:
    assert wanted_names(None, "tags") is None
    assert wanted_names("a", "tags") == "a"
    assert wanted_names(iter(["a", "b"]), "tags") == ["a", "b"]
    for other in (3, ["a", 3]):
        with pytest.raises(TypeError, match="tags is a name or a glob, or several: not 3"):
            wanted_names(other, "tags")
