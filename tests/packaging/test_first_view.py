"""The first view of a graph, judged: what is counted is what a person sees."""

from dataclasses import replace
from pathlib import Path

import pytest

from programs.first_view.counted import Counted
from programs.first_view.drawn import Box, Line, Rect, Text, View
from programs.first_view.first_look import look_at, smallest_in
from programs.first_view.order import changed_pairs
from programs.first_view.results import Result, table, targets
from programs.first_view.sight import Found, Opened
from programs.first_view.subjects import find_subjects
from programs.first_view.weights import words_for


def box(name: str, x: float, y: float = 0, role: str = "main", *, is_open: bool = False) -> Box:
    rect = Rect(x, y, 100, 40)
    scope = name.rpartition("/")[0]
    return Box(name, "metanode", role, scope, is_open, rect, beside="")


def line(source: str, target: str, label: str | None = None, tensors: int = 1) -> Line:
    at = None if label is None else (50.0, 60.0)
    return Line("", source, target, "data", tensors, label, at, (50, 40, 50, 100), is_bridge=False)


def view(*boxes: Box, lines: tuple[Line, ...] = (), texts: tuple[Text, ...] = ()) -> View:
    return View(Rect(300, 100, 1000, 500), 1.0, False, boxes, lines, texts)


def test_boxes_without_a_line_are_lone_in_the_main_graph_alone() -> None:
    shown = view(
        box("a", 0), box("b", 200), box("c", 400), box("d", 600, role="out_extract"),
        lines=(line("a", "b"),),
    )  # fmt: skip
    assert look_at(shown).lone == ("c",)
    assert look_at(view(box("a", 0))).lone == ()


def test_what_is_inside_an_open_auxiliary_node_is_not_in_the_main_graph() -> None:
    shown = view(
        box("net", 0, is_open=True), box("net/a", 10), box("save", 300, role="out_extract"),
        box("save/b", 310),
    )  # fmt: skip
    look = look_at(shown)
    assert look.main_names == ("net/a",)
    assert look.boxes == 3


def test_the_smallest_text_is_one_that_can_be_seen() -> None:
    texts = (
        Text("name", 50, 20, 12.0, 1.0),
        Text("small", 500, 20, 7.0, 1.0),
        Text("faint", 60, 20, 3.0, 0.01),
        Text("outside", -20, 20, 2.0, 1.0),
    )
    look = look_at(view(box("a", 0), texts=texts))
    assert (look.smallest_text, look.smallest_words, look.smallest_in_box) == (7.0, "small", 12.0)
    assert look_at(view(box("a", 0), box("b", 700), texts=texts)).nameless == 1
    assert look_at(view(box("a", 0), box("b", 950), texts=texts)).nameless == 0
    assert smallest_in(view(texts=texts), Rect(600, 0, 10, 10)) is None


@pytest.mark.parametrize(
    ("label", "tensors", "texts", "share", "has_shape"),
    [
        ("784×500", 1, (Text("784×500", 52, 60, 9, 1),), 1.0, True),
        ("784×500", 1, (Text("784×500", 90, 60, 9, 1),), 0.0, False),
        ("784×500", 1, (), 0.0, False),
        ("13 tensors", 13, (Text("13 tensors", 50, 60, 9, 1),), 1.0, None),
        (None, 1, (), None, None),
    ],
)
def test_labels_count_where_they_are_drawn_at_their_line(
    label: str | None,
    tensors: int,
    texts: tuple[Text, ...],
    share: float | None,
    has_shape: bool | None,
) -> None:
    shown = view(
        box("a", 0), box("b", 0, 100), lines=(line("a", "b", label, tensors),), texts=texts
    )
    assert (look_at(shown).labelled_share, look_at(shown).has_shape) == (share, has_shape)


def test_the_drawn_area_ends_at_the_canvas() -> None:
    shown = view(box("a", -50), box("b", 950, 460))
    assert look_at(shown).area_share == pytest.approx(1000 * 500 / (1000 * 500))


def test_what_stands_beside_boxes_is_part_of_the_drawn_area() -> None:
    faint = Text("gone", 900, 20, 12.0, 0.01, 100)
    beside = Text("gradients", 450, 20, 12.0, 1.0, 100)
    shown = view(box("a", 0), box("b", 0, 460), texts=(beside, faint))
    assert look_at(shown).area_share == pytest.approx(500 * 500 / (1000 * 500))


def test_siblings_change_places_when_the_left_one_is_right_of_the_other() -> None:
    before = view(box("a", 0), box("b", 200), box("c", 400, 100), box("a/x", 900))
    after = view(box("a", 350, is_open=True), box("b", 200), box("c", 0, 100), box("a/x", 0))
    assert changed_pairs(before, after, "a") == [("a", "b")]
    assert changed_pairs(before, before, "a") == []


def test_an_opened_scope_is_in_sight_whole_or_as_much_as_can_be_read() -> None:
    opened = Opened("g", "s", 1.0, 0.2, 12.0, 0, 0)
    assert opened.sight == "whole"
    assert replace(opened, shown=0.6).sight == "cut"
    assert replace(opened, shown=0.6, filled=0.95, smallest_text=10.0).sight == "too large"
    assert replace(opened, shown=0.6, filled=0.95, smallest_text=14.0).sight == "cut"


def test_a_found_node_is_whole_and_24_px_high() -> None:
    found = Found("g", "w", "w", "box", 1.0, 28, 0.7)
    assert found.is_good
    assert not replace(found, height=20).is_good
    assert not replace(found, shown=0.9).is_good
    small = replace(found, how="annotation", height=9)
    assert not small.is_good
    assert replace(small, height=10).is_good
    assert replace(small, scale=1.0).is_good
    assert not replace(found, how="nothing").is_good


def test_every_run_and_graph_file_is_a_subject(tmp_path: Path) -> None:
    for name in ("run/train/events.out.tfevents.1", "files/net.pb", "run/train/model.meta"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = find_subjects([tmp_path, tmp_path / "files" / "net.pb"])
    assert [(one.name, one.flag) for one in found] == [
        ("files/net.pb", "--graph"),
        ("run/train", "--logdir"),
        ("net.pb", "--graph"),
    ]


def test_what_is_searched_for_are_the_last_parts_of_a_name() -> None:
    assert words_for("bert/encoder/query/MatMul") == "query/MatMul"
    assert words_for("MatMul") == "MatMul"


def result(**changes: object) -> Result:
    look = look_at(view(*(box(f"n{i}", 110 * i) for i in range(9)), box("z", 900, 460)))
    look = replace(look, lone=(), smallest_text=12.0, nameless=0)
    whole = Opened("g", "s", 1.0, 0.2, 12.0, 0, 10)
    made = Result("g", 100, "n1", True, look, Counted(3, 4, 0, 0), [whole])
    return replace(made, **changes)  # type: ignore[arg-type]


def test_targets_are_passed_or_missed() -> None:
    assert "MISS" not in targets([result()])
    crossed = result(counted=Counted(5, 4, 0, 0), is_main=False)
    missed = [text for text in targets([result(), crossed]).splitlines() if text[:4] == "MISS"]
    assert [text.partition(": ")[2] for text in missed] == [
        "1/2",
        "8 ours, 8 dot's; more in 1 graphs",
    ]


def test_times_are_compared_where_there_are_two() -> None:
    assert "first drawing" not in targets([result(times={"here": [100.0]})])
    both = result(times={"here": [100.0, 120.0, 130.0], "there": [100.0]})
    assert "MISS  first drawing within a tenth: 1.20 of the other's time" in targets([both])


def test_the_table_has_a_row_for_each_graph() -> None:
    rows = table([result(), result(name="longer name")]).splitlines()
    assert len(rows) == 3
    assert len({len(row) for row in rows}) == 1
