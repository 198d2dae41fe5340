"""Tags as trainers write them find their scopes; what names nothing stays unmatched."""

import re
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import graph_bytes, node, ops, ordinary_graph, real_graph, unhurried
from scopeboard.errors import CancelledError, QueryError
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.tag_scopes.match import TagMatches, match_tags
from scopeboard.graph.tag_scopes.tag_rules import MAX_TAG_RULES, parse_tag_rules, valid_tag_rules
from scopeboard.types import TagKey

BLOCKS = 4


def encoder(form: str) -> PreparedGraph:
    """Return the graph of an encoder, named as a tool names it."""
    return prepare_graph(graph_bytes(*(node(form.format(block)) for block in range(BLOCKS))))


TRACED = "Bert/Encoder[encoder]/Layer[{}]/Attention[attention]/Linear[query]/12"
ONNX = "/encoder/layer.{}/attention/query/MatMul"
TF = "model/encoder/layer/{}/attention/query/MatMul"


def matched(graph: PreparedGraph, *tags: str, rules: tuple[str, ...] = ()) -> TagMatches:
    return match_tags(graph, [TagKey("scalars", tag) for tag in tags], parse_tag_rules(rules))


def found(graph: PreparedGraph, tag: str) -> tuple[str, str, str]:
    (match,) = matched(graph, tag).matches
    return graph.tree.path(match.row), match.rule, match.metric


@pytest.mark.parametrize(
    "tag",
    [
        "grad_2.0_norm/encoder.layer.3.attention.query.weight",  # Lightning
        "gradients/encoder.layer.3.attention.query.weight",  # Weights & Biases
        "train/encoder/layer/3/attention/query/kernel",  # Keras, Flax
        "model.encoder.layer.3.attention.query.bias",  # a wrapped module
        "encoder.layer.3.attention.query.weight.grad",
    ],
)
@pytest.mark.parametrize("form", [TRACED, ONNX, TF])
def test_a_module_path_finds_its_scope_in_every_form_of_names(form: str, tag: str) -> None:
    graph = encoder(form)
    path, rule, _ = found(graph, tag)
    scope = form.format(3).rpartition("/")[0]
    assert path == (f"(empty){scope}" if scope.startswith("/") else scope)
    assert rule in {"parameter", "path"}


def test_the_metric_is_what_a_tag_says_besides() -> None:
    graph = encoder(TRACED)
    query = "encoder.layer.1.attention.query"
    assert found(graph, f"grad_2.0_norm/{query}.weight")[2] == "grad_2.0_norm"
    assert found(graph, f"gradients/{query}.bias")[2] == "gradients"
    assert found(graph, f"{query}.weight.grad")[2] == "grad"
    assert found(graph, f"{query}/weights_histogram")[2] == "histogram"
    assert found(graph, f"{query}.weight")[2] == ""
    assert found(graph, "activations/encoder.layer.1")[1:] == ("module", "activations")


def test_variables_and_summaries_of_tensorflow() -> None:
    graph = prepare_graph(
        ops(
            "conv1/weights VariableV2", "conv1/weights/summaries/mean Mean", "dense_1/MatMul MatMul"
        )
    )
    assert found(graph, "conv1/weights/summaries/mean") == (
        "conv1/weights",
        "path",
        "summaries/mean",
    )
    assert found(graph, "dense_1/kernel_0") == ("dense_1", "path", "")
    assert found(graph, "dense_1/kernel:0")[0] == "dense_1"


def test_names_of_a_traced_module() -> None:
    graph = prepare_graph(ops("Net/Linear[fc1]/weight/7 prim::GetAttr", "Net/Linear[fc2]/9 Add"))
    assert found(graph, "Net/Linear[fc1]/grad")[0] == "Net/Linear[fc1]"
    assert found(graph, "fc1.weight")[:2] == ("Net/Linear[fc1]/weight", "parameter")
    assert found(graph, "fc2/std") == ("Net/Linear[fc2]", "module", "std")


def test_what_names_no_scope_stays_unmatched() -> None:
    graph = encoder(TRACED)
    tags = ["loss", "epoch", "lr/group_0", "encoderish/3", "3", "perf/query/12"]
    assert [key.tag for key in matched(graph, *tags).unmatched] == tags


def test_a_number_is_a_module_only_before_a_parameter() -> None:
    graph = prepare_graph(ops("Sequential/Linear[0]/4 Add", "Sequential/Linear[2]/5 Add"))
    assert found(graph, "grad/2.weight")[0] == "Sequential/Linear[2]"
    assert [key.tag for key in matched(graph, "lr/2", "2").unmatched] == ["lr/2", "2"]


def test_the_name_of_a_list_of_modules_is_no_part_of_the_metric() -> None:
    graph = prepare_graph(ops("Net/Block[0]/Linear[fc]/4 Add", "Net/Block[1]/Linear[fc]/5 Add"))
    assert found(graph, "grad/h.1.fc.weight") == ("Net/Block[1]/Linear[fc]", "parameter", "grad")
    assert found(graph, "grad/1.fc.weight")[2] == "grad"


def test_a_shorter_name_of_two_scopes_is_none() -> None:
    graph = prepare_graph(ops("a/net/fc/x Add", "b/net/fc/y Add"))
    assert matched(graph, "net/fc/norm").matches == []
    assert found(graph, "b/net/fc/norm")[0] == "b/net/fc"


def test_rules_come_first_and_count_their_uses() -> None:
    graph = encoder(TRACED)
    rules = ("act_*_q -> Bert/Encoder[encoder]/Layer[*]", "x* -> nothing/*")
    result = matched(graph, "act_2_q", "xyz", "encoder/1", rules=rules)
    assert [(graph.tree.path(match.row), match.rule) for match in result.matches] == [
        ("Bert/Encoder[encoder]/Layer[2]", "rule"),
        ("Bert/Encoder[encoder]/Layer[1]", "module"),
    ]
    assert [(use.fits, use.found) for use in result.rules] == [(1, 1), (1, 0)]


@pytest.mark.parametrize("text", ["a", "-> b", "a ->", "a -> *", "a*b -> */*"])
def test_a_rule_that_says_nothing_is_refused(text: str) -> None:
    with pytest.raises(QueryError):
        parse_tag_rules([text])


@unhurried
@given(ordinary_graph())
def test_every_full_name_of_a_scope_finds_it(data: bytes) -> None:
    graph = prepare_graph(data)
    tree = graph.tree
    for row in range(1, tree.first_group):
        path = tree.path(row)
        result = matched(graph, f"{path}/some metric 1")
        if "(empty)" not in path and "." not in path:
            assert [tree.path(match.row) for match in result.matches] == [path]


@given(st.text("ab*/", min_size=1, max_size=8), st.text("ab/", max_size=12))
def test_a_pattern_fits_what_its_stars_fill(pattern: str, tag: str) -> None:
    (rule,) = parse_tag_rules([f"{pattern} -> {'(*)' * pattern.count('*')}!"])
    *parts, last = (re.escape(part) for part in pattern.split("*"))
    expected = re.fullmatch("".join(f"{part}(.*?)" for part in parts) + last, tag)
    filled = expected and "".join(f"({text})" for text in expected.groups()) + "!"
    assert rule.scope_of(tag) == filled


def test_a_rule_that_leads_to_no_name_finds_nothing() -> None:
    graph = encoder(TRACED)
    result = matched(graph, "act", "act/Bert", rules=("act* -> *",))
    assert [key.tag for key in result.unmatched] == ["act"]
    assert [graph.tree.path(match.row) for match in result.matches] == ["Bert"]
    assert [(use.fits, use.found) for use in result.rules] == [(2, 1)]


def test_a_rule_knows_the_parameter_of_a_tag() -> None:
    graph = encoder(TRACED)
    rules = ("update/block_* -> Bert/Encoder[encoder]/Layer[*]",)
    (match,) = matched(graph, "update/block_2", rules=rules).matches
    assert match.parameter == ""
    rules = ("update/block_*/* -> Bert/Encoder[encoder]/Layer[*]",)
    (match,) = matched(graph, "update/block_2/kernel", rules=rules).matches
    assert match.parameter == "kernel"


def test_invalid_rules_are_left_out_where_a_list_is_of_use_without() -> None:
    texts = ["x", *(f"a{n} -> b" for n in range(MAX_TAG_RULES)), "last -> b"]
    assert [str(rule) for rule in valid_tag_rules(texts)] == texts[1:-1]
    assert [str(rule) for rule in valid_tag_rules(["a  ->  b", "* -> **"])] == ["a -> b"]


def test_a_name_of_thousands_of_words_takes_no_room_and_is_found_by_no_tag() -> None:
    long = ".".join("a" * 4096)
    graph = prepare_graph(ops(f"{long} Add", f"deep/{'b/' * 100}x Add", "Net/fc/x Add"))
    tracemalloc.start()
    result = matched(graph, long, "grad/fc.weight", f"{'b/' * 100}x")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 << 20
    assert [match.tag for match in result.matches] == ["grad/fc.weight", f"{'b/' * 100}x"]


def test_matches_are_found_once_and_a_viewer_who_leaves_stops_the_search() -> None:
    def leave() -> None:
        raise CancelledError("The viewer left.")

    graph = encoder(TRACED)
    keys = [TagKey("scalars", "encoder/1")]
    with pytest.raises(CancelledError):
        match_tags(graph, keys, (), leave)
    found = match_tags(graph, keys)
    assert match_tags(graph, keys, (), leave) is found
    assert match_tags(graph, keys, parse_tag_rules(["x -> y"])) is not found
    assert match_tags(encoder(TRACED), keys) is not found
    assert match_tags(graph, [], parse_tag_rules(["x -> y"])).matches == []


def test_summaries_of_a_real_run() -> None:
    graph = prepare_graph(real_graph("seed_mnist"))
    assert found(graph, "layer1/weights/summaries/mean")[0] == "layer1/weights"
    tag = "layer1/summaries/mean/layer1/weights"
    assert found(graph, tag) == ("layer1/weights", "parameter", "mean")
    assert found(graph, "layer1/layer1/activations")[::2] == ("layer1", "activations")
