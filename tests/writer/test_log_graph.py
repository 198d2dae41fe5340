"""`log_graph`: what a log has of the graph of a model, and what a dashboard reads of it."""

import json
import sys
from io import BytesIO
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from zipfile import ZipFile

import pytest

import scopeboard as sb
from graph.onnx.models import FLOAT, model, node, value, weight
from scopeboard.logs.graph import LogGraph
from scopeboard.writer.model_graph import MAX_COPIED_BYTES
from tools.served import excerpt

KERAS = {
    "class_name": "Sequential",
    "config": {
        "name": "net",
        "layers": [{"class_name": "Dense", "config": {"name": "dense", "units": 4}}],
    },
}


def graph_in(folder: Path, run: str = "a") -> LogGraph:
    with sb.open(folder, use_index=False) as log:
        graph = log.graph(run)
        assert len(graph.ops["name"])  # read while the log is open
        return graph


def logged(folder: Path, model: Any, *example: Any, **more: Any) -> list[str]:  # noqa: ANN401
    """Write a graph; return the names of files beside the events."""
    with sb.SummaryWriter(folder / "a") as writer:
        sb.log_graph(writer, model, *example, **more)
    return sorted(path.name for path in (folder / "a").iterdir() if "tfevents" not in path.name)


def test_an_onnx_file_is_there_without_its_weights(tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    path.write_bytes(excerpt("graph/onnx/cnn_dynamo.onnx"))
    assert logged(tmp_path, str(path), name="net") == ["net.onnx"]
    assert len(graph_in(tmp_path).ops["name"]) == 42


def test_a_large_weight_of_an_onnx_model_is_left_out(tmp_path: Path) -> None:
    large = weight("w", 256, 256, raw_data=bytes(256 * 256 * 4))
    data = model(
        node("MatMul", "x w", "y"), input=[value("x", FLOAT, 1, 256)], output=[value("y", FLOAT)],
        initializer=[large],
    )  # fmt: skip
    given = SimpleNamespace(opset_import=[], SerializeToString=lambda: data)
    assert logged(tmp_path, given) == ["model.onnx"]
    assert (tmp_path / "a" / "model.onnx").stat().st_size < 1000
    assert [*map(str, graph_in(tmp_path).ops["shape"])]
    assert "w" in list(graph_in(tmp_path).ops["name"])


def test_an_archive_of_torch_export_is_there_without_its_weights(tmp_path: Path) -> None:
    path = tmp_path / "net.pt2"
    path.write_bytes(excerpt("graph/torch_export/cnn.pt2"))
    assert logged(tmp_path, path) == ["model.pt2"]
    made = (tmp_path / "a" / "model.pt2").read_bytes()
    with ZipFile(BytesIO(made)) as archive:
        assert not [each for each in archive.namelist() if each.endswith((".pt", ".so"))]
    assert len(graph_in(tmp_path).ops["name"]) == 27


def test_a_program_of_jax_is_its_module(tmp_path: Path) -> None:
    module = SimpleNamespace(
        as_serialized_hlo_module_proto=lambda: excerpt("graph/hlo/classifier.hlo.pb")
    )
    lowered = SimpleNamespace(compiler_ir=lambda form: {"hlo": module}[form])
    compiled = SimpleNamespace(
        runtime_executable=lambda: SimpleNamespace(hlo_modules=lambda: [module])
    )
    for program in (lowered, compiled):
        assert logged(tmp_path, program, name="step") == ["step.hlo.pb"]
    assert "stem/kernel" in list(graph_in(tmp_path).ops["name"])


def test_a_function_of_jax_is_lowered_with_its_inputs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = SimpleNamespace(
        as_serialized_hlo_module_proto=lambda: excerpt("graph/hlo/classifier.hlo.pb")
    )
    given = []

    class Jitted:
        def __init__(self, function: Any) -> None:  # noqa: ANN401
            given.append(function)

        def lower(self, *example: Any) -> Any:  # noqa: ANN401
            given.append(example)
            return SimpleNamespace(compiler_ir=lambda _: module)

    jax = ModuleType("jax")
    jax.jit = Jitted  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "jax", jax)

    def step(x: int, y: int) -> int:
        return x + y

    assert logged(tmp_path, step, 1, 2) == ["model.hlo.pb"]
    assert given == [step, (1, 2)]


def test_a_model_of_keras_is_an_event_of_the_plugin(tmp_path: Path) -> None:
    keras = SimpleNamespace(to_json=lambda: json.dumps(KERAS), layers=[])
    assert logged(tmp_path, keras, name="net") == []
    with sb.open(tmp_path, use_index=False) as log:
        assert list(log.graphs["tag"]) == ["net"]
        assert "dense" in list(log.graph("a").ops["name"])


def test_without_a_library_a_function_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="not function"):
        logged(tmp_path, lambda x: x, 1)


@pytest.mark.parametrize("name", ["", "a/b", "..", ".hidden", "a\\b", "a:b", "a\0"])
def test_a_name_is_that_of_a_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / "net.onnx"
    path.write_bytes(excerpt("graph/onnx/cnn_dynamo.onnx"))
    with pytest.raises(ValueError, match="a graph has a name"):
        logged(tmp_path, path, name=name)


def test_a_file_of_another_kind_or_too_large_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "net.txt").touch()
    with pytest.raises(ValueError, match=r"no file with a graph .* \.onnx"):
        logged(tmp_path, tmp_path / "net.txt")
    with (tmp_path / "net.gguf").open("wb") as file:
        file.truncate(MAX_COPIED_BYTES + 1)
    with pytest.raises(ValueError, match="dashboard"):
        logged(tmp_path, tmp_path / "net.gguf")
    with pytest.raises(FileNotFoundError):
        logged(tmp_path, "missing.onnx")


def test_a_later_graph_replaces_the_file_of_its_name(tmp_path: Path) -> None:
    for number in range(2):
        text = f"func.func @main(%x: tensor<{number}xf32>) {{\nreturn\n}}"
        (tmp_path / "net.mlir").write_text(text)
        assert logged(tmp_path, tmp_path / "net.mlir") == ["model.mlir"]
    assert "tensor<1xf32>" in (tmp_path / "a" / "model.mlir").read_text()


def test_add_graph_and_add_onnx_graph_write_the_same(tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    path.write_bytes(excerpt("graph/onnx/cnn_dynamo.onnx"))
    with sb.SummaryWriter(tmp_path / "a") as writer:
        writer.add_onnx_graph(path)
    with sb.SummaryWriter(tmp_path / "b") as writer:
        sb.log_graph(writer, path)
    first, second = ((tmp_path / run / "model.onnx").read_bytes() for run in "ab")
    assert first == second


class Fake(ModuleType):
    """A package with the few names of PyTorch that are used."""

    nn: Any
    fx: Any
    export: Any
    save: Any
    ExportedProgram: Any
    symbolic_trace: Any
    ShapeProp: Any


@pytest.fixture
def torch(monkeypatch: pytest.MonkeyPatch) -> Fake:
    """A PyTorch whose export returns an archive, and whose trace returns three nodes."""
    package, export, fx = Fake("torch"), Fake("torch.export"), Fake("torch.fx")
    passes, shapes = Fake("torch.fx.passes"), Fake("torch.fx.passes.shape_prop")

    class Module:
        def get_submodule(self, target: str) -> object:
            return {"net.0.conv": Module()}[target]

    class Program:
        pass

    def save(_: Program, file: Any) -> None:  # noqa: ANN401
        file.write(excerpt("graph/torch_export/cnn.pt2"))

    def traced_by(_: Module) -> Any:  # noqa: ANN401
        float32 = SimpleNamespace(shape=(2, 3), dtype="torch.float32")
        x = SimpleNamespace(op="placeholder", name="x", target="x", all_input_nodes=[],
                            meta={"tensor_meta": float32})  # fmt: skip
        conv = SimpleNamespace(op="call_module", name="net_0_conv", target="net.0.conv",
                               all_input_nodes=[x], meta={})  # fmt: skip
        again = SimpleNamespace(**{**vars(conv), "name": "net_0_conv_1"})
        add = SimpleNamespace(op="call_function", name="add", target=max, meta={},
                              all_input_nodes=[conv, again])  # fmt: skip
        out = SimpleNamespace(op="output", name="output", target="output", meta={},
                              all_input_nodes=[add])  # fmt: skip
        nodes = [Hashable(each) for each in (x, conv, again, add, out)]
        known = dict(zip(map(id, (x, conv, again, add, out)), nodes, strict=True))
        for each in nodes:
            each.all_input_nodes = [known[id(source)] for source in each.all_input_nodes]
        return SimpleNamespace(
            graph=SimpleNamespace(nodes=nodes), get_submodule=Module().get_submodule
        )

    package.nn = SimpleNamespace(Module=Module)
    export.ExportedProgram, export.save = Program, save
    export.export = lambda *_: Program()
    fx.symbolic_trace = traced_by
    shapes.ShapeProp = lambda _: SimpleNamespace(propagate=lambda *_: None)
    package.export, package.fx = export, fx
    for each in (package, export, fx, passes, shapes):
        monkeypatch.setitem(sys.modules, each.__name__, each)
    return package


class Hashable:
    """A node of a trace."""

    all_input_nodes: list[Any]

    def __init__(self, node: SimpleNamespace) -> None:
        vars(self).update(vars(node))


def test_a_module_goes_through_torch_export(tmp_path: Path, torch: Fake) -> None:
    assert logged(tmp_path, torch.nn.Module(), 1) == ["model.pt2"]
    assert len(graph_in(tmp_path).ops["name"]) == 27
    assert logged(tmp_path, torch.export.export(), name="program") == ["model.pt2", "program.pt2"]


def test_a_module_that_cannot_be_exported_is_traced(tmp_path: Path, torch: Fake) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("data-dependent\nbranch")

    torch.export.export = fail
    with pytest.warns(UserWarning, match="that of torch.fx: data-dependent$"):
        assert logged(tmp_path, torch.nn.Module(), 1) == []
    ops = graph_in(tmp_path).ops
    assert list(ops["name"]) == ["x", "net/0/conv", "net/0/conv_2", "add", "output"]
    assert list(ops["type"]) == ["Placeholder", "Module", "Module", "torch.max", "Output"]
    assert next(iter(ops["shape"])) == "2×3"
