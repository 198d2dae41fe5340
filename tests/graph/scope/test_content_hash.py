"""The hash of content."""

import pytest

from scopeboard.graph.scope.answer import Annotation
from scopeboard.graph.scope.content_hash import content_hash


def annotation(shape: str | None) -> Annotation:
    return Annotation("a/b", "b", "constant", "Const", shape)


def test_the_hash_is_the_same_in_every_process() -> None:
    assert content_hash("a", [annotation("?×784")]) == "55e9712b1b734db4926bf6cd4582a2f6"


def test_equal_content_has_one_hash_and_unlike_content_has_two() -> None:
    assert content_hash([annotation("1")]) == content_hash([annotation("1")])
    assert content_hash([annotation("1")]) != content_hash([annotation(None)])
    assert content_hash("a", "b") != content_hash("ab")
    assert content_hash("1") != content_hash(1)


def test_sets_hash_alike_in_whatever_order_they_are_held() -> None:
    assert content_hash({0, 64}) == content_hash({64, 0})
    assert list({0, 64}) != list({64, 0})  # 64 is held where 0 is: the first one keeps the place


def test_what_has_no_canonical_form_is_refused() -> None:
    with pytest.raises(TypeError, match="object"):
        content_hash(object())
