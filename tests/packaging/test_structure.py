"""The checks of the structure find what they are for, in a checkout made for it."""

from pathlib import Path

import pytest

from tasks.structure import MAX_MODULES, banned_words, large_folders, untested_modules

WORDS = """
[words]
haul = "a batch"
[page_words]
usual = "default"
[allowed]
{allowed}
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a checkout with one module, its test, and tables without a line."""
    write(tmp_path, "server/scopeboard/__init__.py")
    write(tmp_path, "server/scopeboard/graph/__init__.py")
    write(tmp_path, "server/scopeboard/graph/tree.py")
    write(tmp_path, "tests/graph/test_tree.py")
    write(tmp_path, "tests/covered_by.toml", "[covered_by]\n")
    write(tmp_path, "scripts/words.toml", WORDS.format(allowed=""))
    return tmp_path


def write(root: Path, name: str, text: str = "") -> None:
    """Write a file below a checkout, and its folders."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def test_a_sound_checkout_has_no_problem(checkout: Path) -> None:
    assert large_folders(checkout) == ""
    assert untested_modules(checkout) == ""
    assert banned_words(checkout) == ""


def test_a_folder_holds_a_bounded_number_of_modules(checkout: Path) -> None:
    for number in range(MAX_MODULES - 1):
        write(checkout, f"server/scopeboard/graph/m{number}.py")
    assert large_folders(checkout) == ""
    write(checkout, "server/scopeboard/graph/one_more.py")
    assert large_folders(checkout) == (
        f"server/scopeboard/graph: {MAX_MODULES + 1} modules, {MAX_MODULES} at most"
    )


def test_a_module_needs_a_test_file_or_a_line(checkout: Path) -> None:
    write(checkout, "server/scopeboard/graph/edges.py")
    assert untested_modules(checkout) == (
        "graph.edges: no tests/graph/test_edges.py, no line in tests/covered_by.toml"
    )
    table = '[covered_by]\n"graph.edges" = "tests/graph/test_tree.py"\n'
    write(checkout, "tests/covered_by.toml", table)
    assert untested_modules(checkout) == ""


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('"graph.gone" = "tests/graph/test_tree.py"', "there is no module graph.gone"),
        ('"graph.tree" = "tests/graph/test_tree.py"', "graph.tree has tests/graph/test_tree.py"),
        ('"graph.edges" = "tests/test_gone.py"', "there is no tests/test_gone.py"),
    ],
)
def test_a_wrong_line_is_a_problem(checkout: Path, line: str, problem: str) -> None:
    write(checkout, "server/scopeboard/graph/edges.py")
    write(
        checkout,
        "tests/covered_by.toml",
        f'[covered_by]\n"graph.edges" = "tests/graph/test_tree.py"\n{line}\n'
        if "edges" not in line
        else f"[covered_by]\n{line}\n",
    )
    assert untested_modules(checkout) == f"tests/covered_by.toml: {problem}"


@pytest.mark.parametrize(
    "source", ["haul = 1", "x = 'a Haul'", "def take_haul(): ...", "class HaulRow: ...", "# haul"]
)
def test_a_banned_word_is_found_wherever_people_read(checkout: Path, source: str) -> None:
    write(checkout, "server/scopeboard/graph/tree.py", f"\n{source}\n")
    assert banned_words(checkout) == "graph/tree.py:2: 'haul'; better: a batch"


def test_a_banned_word_inside_a_longer_one_is_no_problem(checkout: Path) -> None:
    write(checkout, "server/scopeboard/graph/tree.py", "overhauled = 1\n")
    assert banned_words(checkout) == ""


@pytest.mark.parametrize(
    "source",
    [
        "const haul = 1;",
        "interface RowOf { readonly takeHaul: () => void }",
        'it("takes the haul", () => {});',
        "return <p title={MAX_HAUL}>a text</p>;",
        "/** A haul. */",
    ],
)
@pytest.mark.parametrize("name", ["api/client.ts", "ui/row.tsx", "ui/row.test.tsx"])
def test_the_front_end_has_none_either(checkout: Path, name: str, source: str) -> None:
    write(checkout, f"frontend/src/{name}", f"\n{source}\n")
    assert banned_words(checkout) == f"{name}:2: 'haul'; better: a batch"


def test_words_of_the_front_end_are_free_in_the_server(checkout: Path) -> None:
    write(checkout, "server/scopeboard/graph/tree.py", "usual = 1\n")
    assert banned_words(checkout) == ""
    write(checkout, "frontend/src/api/client.ts", "const usual = 1;\n")
    assert banned_words(checkout) == "api/client.ts:1: 'usual'; better: default"


def test_generated_types_may_have_any_word(checkout: Path) -> None:
    write(checkout, "frontend/src/api/schema.gen.ts", "const haul = 1;\n")
    assert banned_words(checkout) == ""


def test_a_file_may_be_allowed_a_word(checkout: Path) -> None:
    write(checkout, "server/scopeboard/graph/tree.py", "haul = 1\n")
    write(checkout, "frontend/src/api/client.ts", "const haul = 1;\n")
    allowed = '"graph/tree.py" = ["haul"]\n"api/client.ts" = ["haul"]'
    write(checkout, "scripts/words.toml", WORDS.format(allowed=allowed))
    assert banned_words(checkout) == ""


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("graph/tree.py", "graph/tree.py has no 'haul'"),
        ("graph/gone.py", "there is no graph/gone.py"),
    ],
)
def test_an_exception_that_no_file_needs_is_a_problem(
    checkout: Path, name: str, problem: str
) -> None:
    write(checkout, "scripts/words.toml", WORDS.format(allowed=f'"{name}" = ["haul"]'))
    assert banned_words(checkout) == f"scripts/words.toml: {problem}"
