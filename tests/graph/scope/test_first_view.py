"""Which scopes are open at first: the rule on random trees of boxes."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.scope.first_view import MAX_BOXES, MIN_BOXES, Box, opened_at_first

Tree = Mapping[str, list[Box]]


@st.composite
def trees(draw: st.DrawFn) -> dict[str, list[Box]]:
    """Return the boxes inside each scope: wrappers, layers, and bookkeeping of any size."""
    tree: dict[str, list[Box]] = {}
    weight = st.sampled_from([0, 1, 10, 10, 100, 1000])
    unopened = [("", 0)]
    while unopened:
        scope, depth = unopened.pop()
        count = draw(st.sampled_from([1, 1, 2, 3, 6, 12, 30, 50])) if depth < 4 else 1
        tree[scope] = []
        for number in range(count):
            name = f"{scope}/{number}".removeprefix("/")
            heavy = draw(weight)
            opens = depth < 3 and len(tree) + len(unopened) < 40 and draw(st.booleans())
            is_main = draw(st.booleans())
            tree[scope].append(Box(name, is_main, heavy > 0, draw(st.booleans()), heavy, opens))
            if opens:
                unopened.append((name, depth + 1))
    return tree


def layers(scope: str, count: int, weight: int = 10) -> list[Box]:
    return [
        Box(f"{scope}/layer{number}", True, True, True, weight, False) for number in range(count)
    ]


def shown(tree: Tree, opened: list[str]) -> list[Box]:
    boxes = [box for scope in ("", *opened) for box in tree[scope]]
    return [box for box in boxes if box.name not in opened]


@given(trees())
def test_opens_only_what_holds_the_model_and_is_in_the_main_graph(tree: Tree) -> None:
    by_name = {box.name: box for boxes in tree.values() for box in boxes}
    opened = opened_at_first(tree.get)
    assert len(set(opened)) == len(opened)
    for number, name in enumerate(opened):
        box = by_name[name]
        assert box.opens
        assert box.is_main
        assert box.weight > 0
        assert "/" not in name or name.rpartition("/")[0] in opened[:number]


@given(trees())
def test_never_shows_more_than_fit_for_having_opened_something(tree: Tree) -> None:
    opened = opened_at_first(tree.get)
    boxes, closed = shown(tree, opened), tree[""]
    main = sum(box.is_main for box in closed)
    most = MAX_BOXES if model_boxes(closed) >= 4 else 100
    if opened and main >= MIN_BOXES and len(closed) <= MAX_BOXES:
        assert len(boxes) <= most
    elif opened:
        beside = len(closed) - main
        shown_main = sum(box.is_main for box in boxes)
        assert shown_main + (len(boxes) - shown_main - beside) // 2 <= most


def test_counts_all_boxes_once_some_show_the_model() -> None:
    beside = [Box(f"save{number}", False, False, True, 0, False) for number in range(20)]
    tree = {"": [*layers("", 4), Box("net", True, True, True, 900, True)], "net": layers("net", 17)}
    assert opened_at_first({**tree, "": [*tree[""], *beside[:19]]}.get) == ["net"]
    assert opened_at_first({**tree, "": [*tree[""], *beside]}.get) == []
    few = [*tree[""][2:], *beside]
    assert opened_at_first({**tree, "": few}.get) == ["net"]


def model_boxes(boxes: list[Box]) -> int:
    return sum(box.is_main and box.is_model for box in boxes)


@pytest.mark.parametrize(("size", "opened"), [(98, ["net"]), (99, [])])
def test_opens_what_hides_all_of_the_model_further_than_fits(size: int, opened: list[str]) -> None:
    tree = {
        "": [*layers("", 2, 1), Box("net", True, True, True, 900, True)],
        "net": layers("net", size),
    }
    assert opened_at_first(tree.get) == opened


@given(trees(), st.data())
def test_depends_on_no_order(tree: Tree, draw: st.DataObject) -> None:
    shuffled = {scope: draw.draw(st.permutations(boxes)) for scope, boxes in tree.items()}
    assert opened_at_first(shuffled.get) == opened_at_first(tree.get)


def test_opens_wrappers_within_wrappers() -> None:
    tree = {
        "": [Box("net", True, True, True, 90, True), Box("save", False, False, True, 50, True)],
        "net": [Box("net/model", True, True, True, 90, True)],
        "net/model": layers("net/model", 9),
        "save": layers("save", 9),
    }
    assert opened_at_first(tree.get) == ["net", "net/model"]


def test_leaves_what_does_not_fit_and_what_shows_nothing() -> None:
    tree = {
        "": [Box("wide", True, True, True, 900, True), Box("one", True, True, True, 800, True)],
        "wide": layers("wide", 60),
        "one": layers("one", 1),
    }
    assert opened_at_first(tree.get) == []


def test_leaves_a_scope_whose_boxes_have_no_lines() -> None:
    variables = [
        Box(f"net/layer{number}", True, True, number < 4, 10, False) for number in range(9)
    ]
    tree = {"": [Box("net", True, True, True, 90, True)], "net": variables}
    assert opened_at_first(tree.get) == []


def test_opens_equal_boxes_together_or_not_at_all() -> None:
    tree = {
        "": [Box("a", True, True, True, 100, True), Box("b", True, True, True, 100, True)],
        "a": layers("a", 8),
        "b": layers("b", 8),
    }
    assert opened_at_first(tree.get) == ["a", "b"]
    assert opened_at_first({**tree, "b": layers("b", 38)}.get) == []


def test_looks_into_nothing_of_a_graph_that_shows_its_model() -> None:
    tree = {"": [Box(f"b{number}", True, True, True, 10, True) for number in range(MIN_BOXES)]}
    assert opened_at_first(tree.get) == []
