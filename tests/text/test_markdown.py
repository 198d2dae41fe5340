"""Markdown from a log becomes allowed elements without scripts and external resources."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.text.markdown import (
    ATTRIBUTES,
    MAX_CHARACTERS,
    TAGS,
    CostlyTextError,
    Effort,
    rendered,
)
from scopeboard.text.markup import MAX_DEPTH, Element, markup_tree

Node = Element | str


def flat(nodes: list[Node]) -> list[Element]:
    return [
        element
        for node in nodes
        if isinstance(node, Element)
        for element in (node, *flat(node.children))
    ]


def words(nodes: list[Node]) -> str:
    return "".join(node if isinstance(node, str) else words(node.children) for node in nodes)


def tree(text: str) -> list[Node]:
    return markup_tree(rendered(text))


def test_markdown_becomes_elements() -> None:
    heading, _, paragraph, _ = tree("# Title\n\nsome **bold** and `code`\n")
    assert heading == Element("h1", {}, ["Title"])
    assert paragraph == Element(
        "p",
        {},
        ["some ", Element("strong", {}, ["bold"]), " and ", Element("code", {}, ["code"])],
    )


def test_tables_keep_their_alignment() -> None:
    cells = [e for e in flat(tree("|a|b|\n|:-|-:|\n|1|2|\n")) if e.tag in {"th", "td"}]
    assert [(cell.tag, cell.attributes, cell.children) for cell in cells] == [
        ("th", {"align": "left"}, ["a"]),
        ("th", {"align": "right"}, ["b"]),
        ("td", {"align": "left"}, ["1"]),
        ("td", {"align": "right"}, ["2"]),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "![a picture](https://example.org/x.png)",
        '<img src="https://example.org/x.png" onerror="alert(1)">',
        '<svg><image href="https://example.org/x.png"/></svg>',
        '<iframe src="https://example.org"></iframe><object data="x"></object>',
        "<script>alert(1)</script><style>p { background: url(//example.org) }</style>",
        '<p style="background: url(//example.org)" onclick="alert(1)">x</p>',
        '<a href="https://example.org" onclick="alert(1)" style="color: red">x</a>',
        '<link rel="stylesheet" href="//example.org"><meta http-equiv="refresh" content="0">',
        '<audio src="//example.org"></audio><video poster="//example.org"></video>',
        '<form action="//example.org"><input name="a"><button>b</button></form>',
    ],
)
def test_nothing_is_loaded_or_run(text: str) -> None:
    elements = flat(tree(text))
    assert {element.tag for element in elements} <= {"p", "a"}
    assert not [e for e in elements if set(e.attributes) - {"href", "title"}]


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "data:text/html,x", "vbscript:x", "file:///"]
)
def test_links_are_to_pages_only(url: str) -> None:
    for text in (f"[x]({url})", f'<a href="{url}">x</a>', f"![x]({url})"):
        assert [e for e in flat(tree(text)) if e.attributes.get("href")] == []
    (link,) = [e for e in flat(tree("[x](https://example.org)")) if e.tag == "a"]
    assert link.attributes == {"href": "https://example.org"}


@given(st.text(alphabet="<>/abi*_`[]()!#|-\n &;:\"'=", max_size=80))
def test_any_text_gives_only_allowed_elements(text: str) -> None:
    for element in flat(tree(text)):
        assert element.tag in TAGS
        assert set(element.attributes) <= ATTRIBUTES.get(element.tag, set())


@given(
    st.lists(
        st.sampled_from(
            ["<b>", "</b>", "<script>", "</script>", "<img src=x onerror=y>", "x", "&lt;"]
        )
    )
)
def test_any_html_gives_only_allowed_elements(pieces: list[str]) -> None:
    assert {element.tag for element in flat(markup_tree("".join(pieces)))} <= TAGS


def test_deep_nesting_ends() -> None:
    nodes = markup_tree("<div>" * 5000 + "deep" + "</div>" * 5000 + "<p>after</p>")
    assert len(flat(nodes)) == MAX_DEPTH + 1
    assert (words(nodes), nodes[-1]) == ("deepafter", Element("p", {}, ["after"]))


COSTLY = {
    "brackets": "[" * 100_000,
    "items": "- a\n" * 50_000,
    "code": "`a` " * 50_000,
    "rows": "|a|b|\n|-|-|\n" + "|1|2|\n" * 30_000,
    "columns": f"{'|a' * 5000}\n{'|-' * 5000}\n" + "|1\n" * 50,
    "addresses": "<http://a> " * 18_000,
    "definitions": "".join(f"[d{n}]: x\n" for n in range(15_000)),
    "length": "a" * (MAX_CHARACTERS + 1),
}


@pytest.mark.parametrize("name", COSTLY)
def test_a_text_that_takes_too_many_steps_is_not_rendered(name: str) -> None:
    with pytest.raises(CostlyTextError):
        rendered(COSTLY[name])


def test_long_ordinary_texts_are_rendered() -> None:
    paragraph = "A sentence of a *report* with `code` and [a link](https://a.example).\n\n"
    assert rendered(paragraph * 1000).count("<em>") == 1000
    table = "|run|loss|\n|-|-|\n" + "|a|0.1|\n" * 1000
    assert rendered(table).count("<tr>") == 1001


def test_texts_of_one_response_share_their_effort() -> None:
    effort = Effort(250)
    assert rendered("*a* " * 50, effort).count("<em>") == 50
    with pytest.raises(CostlyTextError):
        rendered("*a* " * 100, effort)
