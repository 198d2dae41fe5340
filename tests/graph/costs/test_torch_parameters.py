"""Parameters of PyTorch traces: what modules read as attributes, and lower bounds."""

import pytest

from graph.graphdefs import graph_bytes, node
from graph.parameter_counts import TRUTH, counts, recorded, total
from scopeboard.graph.costs.parameters import count_parameters
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.wire.graph_pb2 import NodeDef

TORCH_GRAPHS = [name for name in TRUTH if name.startswith("torch_")]


def got(name: str) -> NodeDef:
    """Return the read of an attribute of a PyTorch module, named by the last scope."""
    made = NodeDef(name=name, op="prim::GetAttr")
    made.attr["attr"].s = f"{{ name :  {name.split('/')[-2]} }}".encode()
    return made


def number(name: str, value: int) -> NodeDef:
    made = NodeDef(name=name, op="prim::Constant")
    made.attr["attr"].s = f"{{ value : {value}}}".encode()
    return made


@pytest.mark.parametrize("name", TORCH_GRAPHS)
def test_a_recorded_module_has_its_parameters_or_a_lower_bound(name: str) -> None:
    count, is_bound = total(count_parameters(parse_graph(recorded(name))))
    truth = TRUTH[name]["trainable"]
    assert is_bound == (name in {"torch_cnn", "torch_emb_lstm", "torch_bilstm2", "torch_bare"})
    assert count <= truth if is_bound else count == truth


def test_a_module_that_is_called_twice_has_its_weights_once() -> None:
    assert counts(
        node("x", shapes=[(4, 3)]),
        got("Net/Linear[a]/weight/w.1"),
        got("Net/Linear[a]/weight/w.2"),
        got("Net/Linear[b]/weight/w.3"),
        node("Net/1", "aten::linear", ["x", "Net/Linear[a]/weight/w.1"], [(4, 5)]),
        node("Net/2", "aten::linear", ["x", "Net/Linear[a]/weight/w.2"], [(4, 5)]),
        node("Net/3", "aten::linear", ["x", "Net/Linear[b]/weight/w.3"], [(4, 5)]),
    )[0] == {"Net/Linear[a]/weight/w.1": 15, "Net/Linear[b]/weight/w.3": 15}


def test_a_bilinear_module_has_its_parameters() -> None:
    weight, bias = "Net/Bilinear[b]/weight/w", "Net/Bilinear[b]/bias/b"
    x = [node("x", shapes=[(2, 6)]), node("z", shapes=[(2, 5)])]
    product = node("Net/Bilinear[b]/1", "aten::bilinear", ["x", "z", weight, bias], [(2, 4)])
    assert counts(*x, got(weight), got(bias), product)[0] == {weight: 120, bias: 4}


@pytest.mark.parametrize(("dimension", "lengths"), [(0, 4), (1, 5)])
def test_weight_normalisation_has_a_direction_and_lengths(dimension: int, lengths: int) -> None:
    direction, length = "Net/Linear[o]/weight_v/v", "Net/Linear[o]/weight_g/g"
    inputs = [direction, length, "d"]
    norm = node("Net/1", "aten::_weight_norm", inputs, [(4, 5)])
    found = counts(got(direction), got(length), number("d", dimension), norm)[0]
    assert found == {direction: 20, length: lengths}


def test_a_projection_that_an_attention_cuts_is_the_sum_of_its_pieces() -> None:
    weight = "Net/MultiheadAttention[a]/in_proj_weight/w"
    cut = node("Net/1", "aten::split_with_sizes", [weight, "sizes", "d"])
    pieces = [
        node("Net/q", "prim::ListUnpack", ["Net/1"], [(16, 16)]),
        node("Net/kv", "prim::ListUnpack", ["Net/1"], [(32, 16)]),
    ]
    assert counts(got(weight), number("d", 0), cut, *pieces)[0] == {weight: 768}
    pieces[1].ClearField("attr")
    assert counts(got(weight), number("d", 0), cut, *pieces)[0] == {weight: -1}


def test_a_buffer_that_is_cut_has_an_unknown_number_of_elements() -> None:
    """Test a table of frequencies: nothing shows that it is no parameter."""
    table = "Net/Rotary[r]/table/t"
    cut = node("Net/1", "aten::chunk", [table, "count", "d"])
    pieces = [node(f"Net/{i}", "prim::ListUnpack", ["Net/1"], [(8,)]) for i in range(2)]
    assert counts(got(table), number("d", 0), cut, *pieces)[0] == {table: -1}


def test_a_product_with_a_weight_in_its_own_order() -> None:
    """Test the module `Conv1D` of GPT-2, which multiplies without a transposition."""
    weight, bias = "Net/Conv1D[c_attn]/weight/w", "Net/Conv1D[c_attn]/bias/b"
    product = node("Net/Conv1D[c_attn]/1", "aten::addmm", [bias, "x", weight], [(14, 24)])
    assert counts(node("x", shapes=[(14, 8)]), got(weight), got(bias), product)[0] == {
        weight: 192,
        bias: 24,
    }


@pytest.mark.parametrize(("groups", "smallest"), [(1, 32), (4, 8), (0, 8)])
def test_a_convolution_with_a_named_padding_has_at_least_its_channels(
    groups: int, smallest: int
) -> None:
    inputs = ["x", "Net/Conv1d[c]/weight/w", "none", "one", "same", "one", "groups"]
    convolution = node("Net/1", "aten::_convolution_mode", inputs, [(2, 8, 30)])
    nodes = [node("x", shapes=[(2, 4, 30)]), got(inputs[1]), number("one", 1), convolution]
    settings = [NodeDef(name=name, op="prim::Constant") for name in ("none", "same")]
    graph = parse_graph(graph_bytes(*nodes, *settings, number("groups", groups)))
    assert total(count_parameters(graph)) == (smallest, True)


@pytest.mark.parametrize(("padding", "rows"), [(-1, 1), (0, 1), (49, 50)])
def test_an_embedding_has_at_least_the_rows_up_to_its_padding(padding: int, rows: int) -> None:
    table = "Net/Embedding[e]/weight/w"
    look_up = node("Net/1", "aten::embedding", [table, "x", "padding"], [(2, 7, 12)])
    nodes = [node("x", shapes=[(2, 7)]), got(table), number("padding", padding), look_up]
    assert total(count_parameters(parse_graph(graph_bytes(*nodes)))) == (12 * rows, True)


def test_old_traces_have_the_shapes_of_parameters() -> None:
    weights = {
        "Net/Conv2d[c]/5": (16, 3, 3, 3),
        "Net/own/6": (1, 50, 24),
        "Net/BatchNorm2d[b]/7": (16,),
    }
    nodes = [node(name, "Parameter", [], [shape]) for name, shape in weights.items()]
    nodes += [node(f"Net/BatchNorm2d[b]/{name}", "Parameter", [], [(16,)]) for name in (8, 9, 10)]
    norm = ["y", *(f"Net/BatchNorm2d[b]/{name}" for name in (7, 8, 9, 10))]
    nodes += [
        node("x", shapes=[(2, 3, 8, 8)]),
        node("y", "aten::_convolution", ["x", "Net/Conv2d[c]/5"], [(2, 16, 8, 8)]),
        node("z", "aten::batch_norm", norm, [(2, 16, 8, 8)]),
        node("out", "aten::add", ["z", "Net/own/6"]),
    ]
    assert counts(*nodes) == (
        {
            "Net/Conv2d[c]/5": 432,
            "Net/own/6": 1200,
            "Net/BatchNorm2d[b]/7": 16,
            "Net/BatchNorm2d[b]/8": 16,
        },
        {},
    )
