"""HTML other than allowed tags is text, shown as written."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.text.markdown import TAGS, rendered
from scopeboard.text.markup import Element, markup_tree
from text.test_markdown import Node, flat, tree, words

RECORDED = Path(__file__).resolve().parents[1] / "data/texts/rendered.json"
"""Texts and what `plugin_util.markdown_to_safe_html` of TensorBoard 2.21 makes of each."""


def spaced(text: str) -> str:
    return " ".join(text.split())


def formatted(nodes: list[Node]) -> list[tuple[str, str]]:
    """Return the elements without paragraphs, which only one of the two adds around lone HTML."""
    return [(e.tag, spaced(words(e.children))) for e in flat(nodes) if e.tag != "p"]


@pytest.mark.parametrize(("text", "html"), json.loads(RECORDED.read_text(encoding="utf-8")))
def test_texts_are_shown_as_tensorboard_shows_them(text: str, html: str) -> None:
    ours, theirs = tree(text), markup_tree(html)
    assert spaced(words(ours)) == spaced(words(theirs))
    assert formatted(ours) == formatted(theirs)


@pytest.mark.parametrize(
    "text",
    [
        "a <!-- *comment* --> b",
        "<!-- comment -->",
        "<!-- never closed",
        "<![CDATA[ *x* ]]> y",
        "<?php echo '*x*'; ?> y",
        "<!DOCTYPE html> y",
        "<b>never closed",
        "never opened</b>",
        "first <b>paragraph",
        "</s> <s> </s>",
        "<q>Who?</q> <a>Me.</a>",
        "List<A> and Map<K, V>",
        "std::vector<std::string> and <localhost:6006>",
        "<td>no table</td>",
        "<summary>of no details</summary>",
        "<li>of no list</li>",
        "<pre>never closed",
        "a <b and c > d",
        "<IMG SRC=x>",
        "<details><mask></details",
        "[user]: hi",
        "[user]: hi\n[assistant]: <mask>",
    ],
)
def test_other_html_is_text(text: str) -> None:
    assert spaced(words(tree(text))) == spaced(text)
    assert {e.tag for e in flat(tree(text))} == {"p"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<B>x</B>", Element("b", {}, ["x"])),
        ("a <b>x <i>y</b> z", Element("b", {}, ["x <i>y"])),
        ('<a href="https://x.org">x</a>', Element("a", {"href": "https://x.org"}, ["x"])),
        ("<b><mask></b>", Element("b", {}, ["<mask>"])),
        ("<div>a <!-- b --> &lt;c&gt;</div>", Element("div", {}, ["a <!-- b --> <c>"])),
        ("<pre>a\n\n*b* <c>\n</pre>", Element("pre", {}, ["a\n\n*b* <c>\n"])),
        ("<ul><li>a<li><b></ul>", Element("li", {}, ["<b>"])),
        ("<table><tr><td>a<td><x></table>", Element("td", {}, ["<x>"])),
        ("~~x~~", Element("del", {}, ["x"])),
        ("[x]\n\n[x]: https://x.org", Element("a", {"href": "https://x.org"}, ["x"])),
    ],
)
def test_paired_tags_of_allowed_names_are_elements(text: str, expected: Element) -> None:
    assert expected in flat(tree(text))


def test_html_around_markdown() -> None:
    (details,) = tree("<details><summary>S</summary>\n\n*x* <mask>\n\n</details>")
    assert isinstance(details, Element)
    assert [(e.tag, words(e.children)) for e in flat([details])] == [
        ("details", "S\nx <mask>\n"),
        ("summary", "S"),
        ("p", "x <mask>"),
        ("em", "x"),
    ]


def test_a_tag_is_not_closed_in_another_item() -> None:
    nodes = tree("- <div>x\n- y</div>\n")
    assert "div" not in {e.tag for e in flat(nodes)}
    assert spaced(words(nodes)) == "<div>x y</div>"


NAMES = ["mask", "sep", "int", "path", "think", "s", "script", "style", "svg", "math", "title"]
NAMES += ["b", "i", "p", "div", "pre", "table", "td", "li", "ul", "a", "a href=x", "summary", "br"]
TOKENS = [f"<{end}{name}>" for name in NAMES for end in ("", "/")]
TOKENS += ["<!--", "-->", "<?", "?>", "<![CDATA[", "]]>", "<!DOCTYPE", "<", ">", "\n", "\n\n", "`"]


@given(
    st.lists(
        st.tuples(st.sampled_from([*TOKENS, ""]), st.from_regex("[a-z]{3}[0-9]", fullmatch=True))
    )
)
def test_no_word_is_lost(pieces: list[tuple[str, str]]) -> None:
    text = " ".join(f"{token} {word}" for token, word in pieces)
    nodes = markup_tree(rendered(text))
    found = re.findall("[a-z]{3}[0-9]", words(nodes))
    assert sorted(found) == sorted(word for _, word in pieces)
    for name in ("mask", "sep", "int", "path", "think", "s", "script", "style", "svg", "math"):
        for tag in (f"<{name}>", f"</{name}>"):
            assert words(nodes).count(tag) == text.count(tag)
    assert {e.tag for e in flat(nodes)} <= TAGS


@pytest.mark.parametrize(
    "text",
    [
        "<!--" * 1_000,
        "<div><!--" * 2_000,
        "<pre\n" * 4_000,
        "<b>" * 2_500 + "</i>" * 2_500,
        "<ul><li>" * 2_000,
    ],
)
def test_hostile_html_stays_text(text: str) -> None:
    assert "".join(words(tree(text)).split()) == "".join(text.split())
