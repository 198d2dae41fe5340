"""The text of the search field becomes a query, or an error that names the position."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.errors import QueryError
from scopeboard.graph.model.text_search import TextPattern
from scopeboard.graph.query.query_parser import (
    ANY_DIMENSIONS,
    AttributePattern,
    ShapePattern,
    Term,
    read_query,
)


def term(text: str) -> Term:
    ((only,),) = read_query(text)
    return only


@pytest.mark.parametrize(
    ("text", "key", "mode", "expected"),
    [
        ("conv", "any", "substring", "conv"),
        ('"a or \\"b\\" | c"', "any", "substring", 'a or "b" | c'),
        ("stage*/conv?", "any", "glob", "stage*/conv?"),
        ("=a/b", "any", "exact", "a/b"),
        ('="a b"', "any", "exact", "a b"),
        ('"a*"', "any", "substring", "a*"),
        ("/conv [0-9]+|x$/", "any", "expression", "conv [0-9]+|x$"),
        (r"/a\/b/c/", "any", "expression", "a/b/c"),
        ("/read", "any", "substring", "/read"),
        ("while:1", "any", "substring", "while:1"),
        ("aten::add", "any", "substring", "aten::add"),
        ("name:3", "name", "substring", "3"),
        ("op:conv", "op", "substring", "conv"),
        ("OP:=Add", "op", "exact", "Add"),
        ("device:gpu:0", "device", "substring", "gpu:0"),
        ("cluster:c_0", "cluster", "substring", "c_0"),
        ("dtype:float", "dtype", "exact", "float"),
        ("dtype:*int*", "dtype", "glob", "*int*"),
        ("in:layer1", "in", "exact", "layer1"),
        ('in:"a b"', "in", "exact", "a b"),
    ],
)
def test_terms(text: str, key: str, mode: str, expected: str) -> None:
    result = term(text)
    assert isinstance(result.pattern, TextPattern)
    assert (result.key, result.pattern.mode, result.pattern.text) == (key, mode, expected)
    assert (result.is_negated, result.position) == (False, 1)
    assert term(f"-{text}").is_negated


@pytest.mark.parametrize(
    ("text", "dimensions"),
    [
        ("shape:784x500", (784, 500)),
        ("shape:?×784", (-1, 784)),
        ("shape:[None, 3]", (-1, 3)),
        ('shape:"( -1 , 3 )"', (-1, 3)),
        ("shape:784x*", (784, ANY_DIMENSIONS)),
        ("shape:0", (0,)),
        ("shape:(5,)", (5,)),
        ("shape:scalar", ()),
        ("shape:[]", ()),
        ("shape:unknown", None),
    ],
)
def test_shapes(text: str, dimensions: tuple[int, ...] | None) -> None:
    assert term(text).pattern == ShapePattern(dimensions)


def test_attributes() -> None:
    name, same = TextPattern("exact", "padding"), TextPattern("exact", "SAME")
    assert term("attr:padding").pattern == AttributePattern(name, None)
    assert term("attr:padding=SAME").pattern == AttributePattern(name, same)
    strides = term('attr:str*="[1, 2]"').pattern
    assert strides == AttributePattern(TextPattern("glob", "str*"), TextPattern("exact", "[1, 2]"))


def test_all_terms_of_one_alternative() -> None:
    query = read_query("a -b | c or op:d")
    assert [[(t.key, t.is_negated, t.position) for t in terms] for terms in query] == [
        [("any", False, 1), ("any", True, 3)],
        [("any", False, 8)],
        [("op", False, 13)],
    ]
    assert read_query("  ") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a opp:b", r"Unknown key “opp:”; use name:, op:.*\(character 3\)"),
        ("shape:wide", r"“wide” is not a shape .*\(character 7\)"),
        ("| a", r"before the “or” \(character 2\)"),
        ("a |", r"after the last “or” \(character 4\)"),
        ("a or or b", "before the “or”"),
        ('"abc', r"not closed \(character 1\)"),
        ("op:", r"missing \(character 4\)"),
        ("a attr:=b", r"name of an attribute is missing \(character 8\)"),
        ("a" * 2001, "2,000 characters"),
        ("a " * 51, "50 terms"),
    ],
)
def test_an_error_names_the_position(text: str, message: str) -> None:
    with pytest.raises(QueryError, match=message):
        read_query(text)


@given(st.text('ab:/|"=-*?\\ \n[]x7', max_size=12))
def test_any_text_is_a_query_or_an_error(text: str) -> None:
    with suppress(QueryError):
        read_query(text)
