"""Files of weights as trees of tensors: counts of the libraries that wrote them, damage, limits.

`model.safetensors` was written by safetensors 0.6 with PyTorch 2.13, `model.gguf` by gguf 0.17.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import DATA
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import DamagedDataError
from scopeboard.graph.costs.costs import count_costs
from scopeboard.graph.graphdef.parser import parse
from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.source.file_kinds import find_content
from scopeboard.graph.weight_files.gguf import read_gguf
from scopeboard.graph.weight_files.safetensors import read_safetensors
from scopeboard.graph.weight_files.tree import WeightTree, scoped_name
from scopeboard.protowire.nested import Window
from tools.examples import examples

FOLDER = DATA / "weights"
Read = Callable[[Window, CancelCheck], WeightTree]
READERS: dict[str, Read] = {"safetensors": read_safetensors, "gguf": read_gguf}


def tree_of(form: str, data: bytes) -> WeightTree:
    return READERS[form](Window.of(data), never_cancelled)


def graph_of(form: str) -> OpGraph:
    data = (FOLDER / f"model.{form}").read_bytes()
    return parse(tree_of(form, data).graph_def, flavour="weights").graph


def described(graph: OpGraph) -> dict[str, tuple[str, str | None]]:
    """Return the dtype and the shape of each tensor."""
    tensors = graph.tensors
    return {
        name: (dtype_text(int(tensors.dtype[op])), tensors.find_label(op))
        for op, name in enumerate(graph.names)
    }


def totals(graph: OpGraph) -> tuple[int, int]:
    costs = count_costs(graph)
    return int(costs.parameters.sum()), int(costs.non_trainable.sum())


def test_safetensors() -> None:
    graph = graph_of("safetensors")
    tensors = described(graph)
    assert len(tensors) == 9
    assert tensors["model/layers.2/mlp/up/weight"] == ("bfloat16", "8×4")
    assert tensors["model/embed/weight"] == ("float16", "16×4")
    assert tensors["position_ids"] == ("int64", "1×7")
    assert tensors["scale"] == ("float32", "scalar")
    assert totals(graph) == (3 * (32 + 8) + 64 + 1, 7)
    assert not len(graph.edges)


def test_gguf() -> None:
    graph = graph_of("gguf")
    tensors = described(graph)
    assert tensors == {
        "blk.0/attn_q/weight": ("", "4×256"),
        "blk.0/attn_norm/weight": ("float32", "256"),
        "blk.1/attn_q/weight": ("", "4×256"),
        "blk.1/attn_norm/weight": ("float32", "256"),
        "token_embd/weight": ("float16", "32×256"),
    }
    assert totals(graph) == (2 * (1024 + 256) + 8192, 0)
    properties = dict(tree_of("gguf", (FOLDER / "model.gguf").read_bytes()).properties)
    assert properties["general.name"] == "tiny"
    assert properties["llama.block_count"] == "2"


@pytest.mark.parametrize("form", READERS)
def test_a_file_is_known_by_its_content(form: str) -> None:
    content = find_content(Window.of((FOLDER / f"model.{form}").read_bytes()))
    assert content is not None
    assert [graph.form for graph in content.graphs] == [form]


@pytest.mark.parametrize("form", READERS)
def test_values_are_not_read(form: str) -> None:
    data = (FOLDER / f"model.{form}").read_bytes()
    header = data.index(b"}}") + 2 if form == "safetensors" else len(data) // 2

    def read_at(start: int, end: int) -> bytes:
        assert start <= header
        return data[start:end]

    size = len(data) + (1 << 40)
    assert READERS[form](Window(read_at, size), never_cancelled).graph_def


@pytest.mark.parametrize("form", READERS)
def test_truncated_headers_are_errors(form: str) -> None:
    data = (FOLDER / f"model.{form}").read_bytes()
    for end in range(200):
        with pytest.raises(DamagedDataError):
            tree_of(form, data[:end])


@examples(200)
@given(
    st.sampled_from(sorted(READERS)),
    st.lists(st.tuples(st.integers(0, 599), st.integers(0, 255)), min_size=1),
)
def test_flipped_bytes_give_a_tree_or_an_error(form: str, flips: list[tuple[int, int]]) -> None:
    data = bytearray((FOLDER / f"model.{form}").read_bytes())
    for place, byte in flips:
        data[place] = byte
    try:
        tree = tree_of(form, bytes(data))
    except DamagedDataError:
        return
    assert len(parse(tree.graph_def, flavour="weights").graph.names) <= 9


@pytest.mark.parametrize(
    ("name", "scoped"),
    [
        ("model.layers.0.mlp.weight", "model/layers.0/mlp/weight"),
        ("0.weight", "0/weight"),
        ("a..b/c", "a/b/c"),
        ("", "tensor"),
    ],
)
def test_scopes_follow_from_the_parts_of_a_name(name: str, scoped: str) -> None:
    assert scoped_name(name) == scoped


def test_the_files_are_small() -> None:
    assert all(path.stat().st_size < 50_000 for path in Path(FOLDER).iterdir())
