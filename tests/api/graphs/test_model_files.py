"""Files of models over HTTP, from a log directory and by upload."""

from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from graph.hlo.models import computation, module, op, profile_of
from scopeboard.graph.source.graph_files import MAX_MODULES_OF_LOG
from tools.served import excerpt

from ..conftest import OWN_PAGE, Serve

Listed = list[dict[str, Any]]


def listed(client: TestClient) -> Listed:
    found: Listed = client.get("/api/graphs").json()["graphs"]
    return found


def test_an_onnx_model_opens_from_the_log_directory_and_by_upload(
    serve: Serve, tmp_path: Path
) -> None:
    data = excerpt("graph/onnx/cnn_dynamo.onnx")
    (tmp_path / "model.onnx").write_bytes(data)
    (tmp_path / "cut.onnx").write_bytes(data[: len(data) // 2])
    client = serve()
    cut, whole = listed(client)
    assert (whole["file"], whole["nodes"], whole["error"], whole["warnings"]) == (
        "model.onnx", 42, None, [],
    )  # fmt: skip
    assert "cut after" in cut["error"]
    assert "opset: ai.onnx 20" in whole["properties"]
    params = {"name": "model.onnx"}
    sent = client.post("/api/graphs", params=params, content=data, headers=OWN_PAGE)
    assert sent.status_code == 201
    assert len(listed(client)) == 3
    scope = client.get(f"/api/graphs/{whole['id']}/scope?name=layers/0/norm").json()
    (norm,) = scope["nodes"]
    assert norm["op"] == "BatchNormalization"
    assert [each["label"].partition(" ")[0] for each in norm["annotations"]] == [
        "weight", "bias", "running_mean", "running_var",
    ]  # fmt: skip
    card = client.get(f"/api/graphs/{whole['id']}/node", params={"name": norm["name"]}).json()
    attributes = {each["name"]: each["text"] for each in card["attributes"]}
    assert attributes["epsilon"] == "1e-05"
    assert attributes["source"] == (
        'File "/models/net.py", line 10, in forward def forward(s,x): '
        "return s.act(s.norm(s.conv(x))+x)"
    )
    assert card["ends"]["outputs"][0]["tensor"]["label"] == "batch×4×8×8"
    assert card["ends"]["outputs"][0]["tensor"]["shape"] == [-1, 4, 8, 8]


def test_a_program_of_torch_export_opens_from_the_log_directory_and_by_upload(
    serve: Serve, tmp_path: Path
) -> None:
    data = excerpt("graph/torch_export/cnn.pt2")
    (tmp_path / "model.pt2").write_bytes(data)
    client = serve()
    (whole,) = listed(client)
    assert (whole["file"], whole["nodes"], whole["error"], whole["warnings"]) == (
        "model.pt2", 27, None, [],
    )  # fmt: skip
    assert "producer: PyTorch 2.13.0+cpu" in whole["properties"]
    params = {"name": "model.pt2"}
    sent = client.post("/api/graphs", params=params, content=data, headers=OWN_PAGE)
    assert sent.status_code == 201
    assert len(listed(client)) == 2
    name = "Sequential[layers]/Block[0]/BatchNorm2d[norm]"
    scope = client.get(f"/api/graphs/{whole['id']}/scope", params={"name": name}).json()
    norm = next(each for each in scope["nodes"] if each["op"] == "aten::batch_norm")
    assert norm["label"] == "batch_norm"
    assert [each["label"] for each in norm["annotations"]] == [
        "weight", "bias", "running_mean", "running_var",
    ]  # fmt: skip
    card = client.get(f"/api/graphs/{whole['id']}/node", params={"name": norm["name"]}).json()
    attributes = {each["name"]: each["text"] for each in card["attributes"]}
    assert attributes["eps"] == "1e-05"
    assert attributes["source"] == (
        'File "/models/net.py", line 56, in forward def forward(self, x): '
        "return torch.relu(self.norm(self.conv(x)))"
    )
    assert card["ends"]["outputs"][0]["tensor"]["shape"] == [-1, 8, 8, 8]


def test_an_archive_that_is_no_program_is_named_as_such(serve: Serve) -> None:
    client = serve()
    cut = excerpt("graph/torch_export/cnn.pt2")[:-500]
    sent = client.post("/api/graphs", params={"name": "a.pt2"}, content=cut, headers=OWN_PAGE)
    assert sent.status_code == 422
    assert "directory cannot be read" in sent.text


def test_a_tflite_model_opens_from_the_log_directory_and_by_upload(
    serve: Serve, tmp_path: Path
) -> None:
    data = excerpt("graph/tflite/cnn_int8.tflite")
    (tmp_path / "model.tflite").write_bytes(data)
    (tmp_path / "cut.tflite").write_bytes(data[:-500])
    client = serve()
    cut, whole = listed(client)
    assert (whole["file"], whole["nodes"], whole["error"], whole["warnings"]) == (
        "model.tflite", 13, None, [],
    )  # fmt: skip
    assert "format: TFLite, schema version 3" in whole["properties"]
    assert "damaged" in cut["error"]
    params = {"name": "model.tflite"}
    sent = client.post("/api/graphs", params=params, content=data, headers=OWN_PAGE)
    assert sent.status_code == 201
    scope = client.get(f"/api/graphs/{whole['id']}/scope", params={"name": "model_1/conv"}).json()
    (conv,) = scope["nodes"]
    assert (conv["label"], conv["op"]) == ("Conv2D", "CONV_2D")
    assert [each["label"] for each in conv["annotations"]] == ["filter", "bias [0, 0, 0, 0]"]
    card = client.get(f"/api/graphs/{whole['id']}/node", params={"name": conv["name"]}).json()
    attributes = {each["name"]: each["text"] for each in card["attributes"]}
    assert attributes["padding"] == "SAME"
    assert attributes["fused_activation_function"] == "RELU6"
    assert attributes["quantization"].endswith("zero point -128")
    assert card["ends"]["outputs"][0]["tensor"]["shape"] == [-1, 8, 8, 4]


def test_an_hlo_module_opens_by_the_program_and_as_compiled(serve: Serve, tmp_path: Path) -> None:
    data = excerpt("graph/hlo/classifier_compiled.hlo.pb")
    (tmp_path / "model.hlo.pb").write_bytes(data)
    client = serve()
    program, compiled = listed(client)
    assert [program["stage"], compiled["stage"]] == [
        "scopes of the program", "computations of the compiler",
    ]  # fmt: skip
    assert (program["error"], program["warnings"], compiled["error"]) == (None, [], None)
    assert "module: jit_classifier" in program["properties"]
    params = {"name": "model.hlo.pb"}
    sent = client.post("/api/graphs", params=params, content=data, headers=OWN_PAGE)
    assert sent.status_code == 201
    assert len(listed(client)) == 4
    scope = client.get(f"/api/graphs/{program['id']}/scope", params={"name": "stem"}).json()
    conv = next(each for each in scope["nodes"] if each["op"] == "convolution")
    assert [each["label"] for each in conv["annotations"]] == ["kernel"]
    card = client.get(f"/api/graphs/{program['id']}/node", params={"name": conv["name"]}).json()
    attributes = {each["name"]: each["text"] for each in card["attributes"]}
    assert attributes["dim_labels"] == "b01f_01io->b01f"
    assert attributes["layout"] == "{3,2,1,0}"
    assert attributes["source"].startswith('File "/models/programs/hlo_models/networks.py", line ')
    assert card["ends"]["outputs"][0]["tensor"]["shape"] == [1, 8, 8, 4]
    whole = client.get(f"/api/graphs/{compiled['id']}/scope").json()
    fusion = next(each for each in whole["nodes"] if each["op"] == "fusion")
    inner = client.get(
        f"/api/graphs/{compiled['id']}/scope", params={"name": fusion["name"]}
    ).json()
    assert inner["nodes"]


def test_the_modules_of_a_profile_open(serve: Serve) -> None:
    client = serve()
    data = excerpt("graph/hlo/profile.xplane.pb")
    params = {"name": "profile.xplane.pb"}
    sent = client.post("/api/graphs", params=params, content=data, headers=OWN_PAGE)
    assert sent.status_code == 201
    graphs = listed(client)
    assert "jit_control, scopes of the program" in [each["stage"] for each in graphs]
    assert all(each["error"] is None for each in graphs)
    assert len({each["id"] for each in graphs}) == len(graphs)


def test_the_modules_of_a_profile_are_graphs_of_its_run(serve: Serve, tmp_path: Path) -> None:
    data = excerpt("graph/hlo/profile.xplane.pb")
    for session in ("2026_11_22", "2026_11_23"):
        folder = tmp_path / "train" / "plugins" / "profile" / session
        folder.mkdir(parents=True)
        (folder / "host.xplane.pb").write_bytes(data)
    client = serve({"train": excerpt("graph/seed_mnist.pb")})
    graphs = [each for each in listed(client) if each["file"]]
    assert {each["run"] for each in graphs} == {"train"}
    assert {each["file"] for each in graphs} == {"train/plugins/profile/2026_11_23/host.xplane.pb"}
    assert "jit_control, computations of the compiler" in [each["stage"] for each in graphs]


def test_of_many_modules_in_a_profile_of_a_log_the_largest_are_listed(
    serve: Serve, tmp_path: Path
) -> None:
    """A request for the file itself lists all."""
    modules = [
        module(computation(1, *(op(at, "add") for at in range(1, 2 + number))), name=f"m{number}")
        for number in range(MAX_MODULES_OF_LOG + 3)
    ]
    data = profile_of(*modules)
    folder = tmp_path / "plugins" / "profile" / "1"
    folder.mkdir(parents=True)
    (folder / "host.xplane.pb").write_bytes(data)
    client = serve()
    names = [each["stage"].partition(",")[0] for each in listed(client)]
    assert set(names) == {f"m{number}" for number in range(3, len(modules))}
    assert len(names) == 2 * MAX_MODULES_OF_LOG
    params = {"name": "alone.xplane.pb"}
    assert client.post("/api/graphs", params=params, content=data, headers=OWN_PAGE).is_success
    assert len(listed(client)) == 2 * MAX_MODULES_OF_LOG + 2 * len(modules)


def test_a_program_in_stablehlo_opens(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "model.mlir").write_bytes(excerpt("graph/hlo/classifier.mlir"))
    client = serve()
    (whole,) = listed(client)
    assert (whole["file"], whole["error"], whole["warnings"]) == ("model.mlir", None, [])
    assert "format: StableHLO" in whole["properties"]
    scope = client.get(f"/api/graphs/{whole['id']}/scope", params={"name": "stem"}).json()
    (conv,) = scope["nodes"]
    assert [each["label"] for each in conv["annotations"]] == ["kernel"]
