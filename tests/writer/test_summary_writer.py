"""What the writer writes, read by TensorBoard's own reader and by the log."""

import io
import json
import pickle
import re
import wave
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure
from numpy.typing import ArrayLike, DTypeLike, NDArray
from PIL import Image
from tensorboard.compat.proto.event_pb2 import SessionLog
from tensorboard.plugins.custom_scalar.layout_pb2 import Layout
from tensorboard.plugins.hparams import plugin_data_pb2
from tensorboard.plugins.mesh.plugin_data_pb2 import MeshPluginData
from tensorboard.plugins.pr_curve.plugin_data_pb2 import PrCurvePluginData
from tensorboard.util.tensor_util import make_ndarray

import scopeboard as sb
from scopeboard import SummaryWriter
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from tools.event_reader import accumulated, event_files, events_of, values_of
from tools.examples import examples

NUMBERS = st.floats(width=32) | st.integers(-(2**20), 2**20)
STEPS = st.integers(-(2**63), 2**63 - 1)
TAGS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20)


class Tensor:
    """A tensor as PyTorch's: it leaves its gradient and device before NumPy takes it."""

    def __init__(self, array: ArrayLike, *, is_ready: bool = False) -> None:
        self.array, self.is_ready = np.asarray(array), is_ready
        self.shape = self.array.shape

    def detach(self) -> "Tensor":
        return self

    def cpu(self) -> "Tensor":
        return Tensor(self.array, is_ready=True)

    def item(self) -> object:
        return self.array.item()

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        assert self.is_ready
        return np.asarray(self.array, dtype)


def picture(value: Any) -> NDArray[Any]:  # noqa: ANN401 - a message of TensorBoard's
    """Return the pixels of an image as another library decodes them."""
    return np.asarray(Image.open(io.BytesIO(value.image.encoded_image_string)))


@examples(50)
@given(points=st.lists(st.tuples(TAGS, NUMBERS, STEPS, st.floats(0, 4e9)), min_size=1))
def test_tensorboard_reads_every_point_bit_for_bit(
    tmp_path_factory: pytest.TempPathFactory, points: list[tuple[str, float, int, float]]
) -> None:
    run = tmp_path_factory.mktemp("run")
    with SummaryWriter(run) as writer:
        for tag, value, step, time in points:
            writer.add_scalar(tag, value, step, time)
    (path,) = event_files(run)
    first, *events = events_of(path)
    assert first.file_version == "brain.Event:2"
    found = [
        (value.tag, np.float32(value.simple_value).tobytes(), event.step, event.wall_time)
        for event in events
        for value in event.summary.value
    ]
    assert found == [(tag, np.float32(v).tobytes(), step, time) for tag, v, step, time in points]


def test_the_accumulator_and_the_log_read_the_same(tmp_path: Path) -> None:
    values = np.random.default_rng(1).standard_normal(500)
    with SummaryWriter(tmp_path / "base") as writer:
        for step, value in enumerate(values):
            writer.add_scalar("loss", value, step, 1e9 + step)
    theirs = accumulated(tmp_path / "base").Scalars("loss")
    ours = sb.open(tmp_path, use_index=False).scalars("loss")
    assert [(one.step, one.wall_time, one.value) for one in theirs] == [
        (row["step"], row["wall_time"], row["value"]) for row in ours
    ]
    np.testing.assert_array_equal(ours.value, values.astype(np.float32))


def test_scalars_of_the_newer_style_have_32_or_64_bits(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_scalar("single", 0.1, 1, new_style=True)
        writer.add_scalar("double", 0.1, 1, new_style=True, double_precision=True)
    single, double = values_of(tmp_path)
    assert single.metadata.plugin_data.plugin_name == "scalars"
    assert make_ndarray(single.tensor) == np.float32(0.1)
    assert make_ndarray(double.tensor) == 0.1


@pytest.mark.parametrize(
    "value",
    [2, 2.0, np.float16(2), np.array([[2]]), Tensor([2.0]), True + 1, [2]],
    ids=lambda value: type(value).__name__,
)
def test_numbers_of_any_library_are_scalars(tmp_path: Path, value: object) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_scalar("loss", value, np.int64(3))
    (found,) = accumulated(tmp_path).Scalars("loss")
    assert (found.step, found.value) == (3, 2.0)


def test_what_is_no_scalar_is_an_error_of_the_call(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        with pytest.raises(TypeError, match="not 'high'"):
            writer.add_scalar("loss", "high")
        with pytest.raises(ValueError, match=r"not the shape \(2,\)"):
            writer.add_scalar("loss", np.ones(2))
        with pytest.raises(TypeError, match="a tag is a str"):
            writer.add_scalar(3, 1.0)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="64 bits"):
            writer.add_scalar("loss", 1.0, 1 << 63)
    assert values_of(tmp_path) == []


def test_several_scalars_are_runs_of_their_own(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_scalars("eval/loss", {"a": 1, "b": Tensor([2])}, 7, 5.0)
    for name, value in (("a", 1.0), ("b", 2.0)):
        (point,) = accumulated(tmp_path / f"eval_loss_{name}").Scalars("eval/loss")
        assert (point.step, point.wall_time, point.value) == (7, 5.0, value)


def test_a_histogram_has_every_value(tmp_path: Path) -> None:
    values = np.random.default_rng(0).standard_normal((50, 20)).astype(np.float32)
    with SummaryWriter(tmp_path) as writer:
        writer.add_histogram("weights", Tensor(values), 1)
        values[:] = 0  # training goes on
        writer.add_histogram("few", [1, 2, 2], 1, bins=[0, 1.5, 3])
        writer.add_histogram_raw("raw", 0, 3, 3, 5, 9, [1, 3], [1, 2], 1)
    weights, few, raw = (value.histo for value in values_of(tmp_path))
    assert (weights.num, sum(weights.bucket)) == (1000, 1000)
    assert weights.min < -2
    assert weights.max > 2
    assert (list(few.bucket_limit), list(few.bucket)) == ([0, 1.5, 3], [0, 1, 2])
    assert (list(raw.bucket_limit), list(raw.bucket), raw.sum) == ([1, 3], [1, 2], 5)


def test_values_that_are_not_finite_are_in_no_bucket(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path / "r") as writer:
        writer.add_histogram("some", np.array([1.0, np.nan, np.inf]), 1)
        writer.add_histogram("none", np.array([np.nan, np.nan]), 1)
    some, none = (value.histo for value in values_of(tmp_path / "r"))
    assert (sum(some.bucket), some.num) == (1, 3)
    assert (sum(none.bucket), none.num) == (0, 2)
    log = sb.open(tmp_path, use_index=False)
    assert len(log.histograms("none").table()) == 0


def test_images_are_the_pixels_in_every_order(tmp_path: Path) -> None:
    pixels = np.random.default_rng(0).integers(0, 256, (5, 7, 3), np.uint8)
    with SummaryWriter(tmp_path) as writer:
        writer.add_image("hwc", pixels, dataformats="HWC")
        writer.add_image("chw", Tensor(pixels.transpose(2, 0, 1)))
        writer.add_image("unit", pixels / 255 + 1e-4, dataformats="HWC")
        writer.add_image("grey", pixels[:, :, 0], dataformats="HW")
        writer.add_image("clear", np.dstack([pixels, pixels[:, :, :1]]), dataformats="HWC")
        writer.add_images("several", np.stack([pixels] * 9), dataformats="NHWC")
    hwc, chw, unit, grey, clear, several = map(picture, values_of(tmp_path))
    for found in (hwc, chw, unit, clear[:, :, :3]):
        np.testing.assert_array_equal(found, pixels)
    np.testing.assert_array_equal(grey[:, :, 2], pixels[:, :, 0])
    np.testing.assert_array_equal(clear[:, :, 3], pixels[:, :, 0])
    assert several.shape == (10, 56, 3)
    np.testing.assert_array_equal(several[5:, :7], pixels)
    assert not several[5:, 7:].any()
    values = values_of(tmp_path)
    assert [(v.image.height, v.image.width, v.image.colorspace) for v in values[:1]] == [(5, 7, 3)]


@pytest.mark.parametrize(
    ("shape", "form"),
    [((3, 4, 5), "HW"), ((3, 4), "CHW"), ((2, 4, 5), "CHW"), ((2, 4, 5, 4), "NHWC"), ((1,), "HH")],
)
def test_an_image_of_another_shape_is_an_error(
    tmp_path: Path, shape: tuple[int, ...], form: str
) -> None:
    with SummaryWriter(tmp_path) as writer, pytest.raises(ValueError, match=r"image|dataformats"):
        writer.add_image("image", np.zeros(shape), dataformats=form)


def test_boxes_are_drawn_on_an_image(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        boxes = [[2, 3, 20, 15]]
        writer.add_image_with_boxes("box", np.zeros((3, 20, 30)), boxes, labels="cat", rescale=2)
    (value,) = values_of(tmp_path)
    pixels = picture(value)
    assert pixels.shape == (40, 60, 3)
    red = pixels[:, :, 0] > 200
    assert red[6, 10]
    assert not red[0].any()
    assert (value.image.height, value.image.width) == (20, 30)


def test_a_figure_is_an_image_and_keeps_its_canvas(tmp_path: Path) -> None:
    figure = Figure(figsize=(2, 1), dpi=50, facecolor=(1, 0, 0))
    canvas = figure.canvas
    with SummaryWriter(tmp_path) as writer:
        writer.add_figure("one", figure, 1)
        writer.add_figure("two", [figure, figure], 1)
    one, two = map(picture, values_of(tmp_path))
    assert one.shape == (50, 100, 3)
    assert (one == (255, 0, 0)).all()
    assert two.shape == (50, 200, 3)
    assert figure.canvas is canvas


def test_a_video_is_animated(tmp_path: Path) -> None:
    frames = np.zeros((3, 4, 1, 6, 8), np.uint8)
    frames[1] = 255
    frames[0] = np.arange(4).reshape(4, 1, 1, 1) * 50
    with SummaryWriter(tmp_path) as writer:
        writer.add_video("video", frames, 1, fps=20)
        with pytest.raises(ValueError, match="videos are"):
            writer.add_video("video", frames[0], 1)
    (value,) = values_of(tmp_path)
    found = Image.open(io.BytesIO(value.image.encoded_image_string))
    assert (found.format, found.size) == ("GIF", (32, 6))  # four places in a row
    assert (getattr(found, "n_frames", 1), found.info["duration"]) == (4, 50)
    found.seek(2)
    pixels = np.asarray(found.convert("RGB"))
    assert (pixels[:, :8] == 100).all()
    assert (pixels[:, 8:16] == 255).all()
    assert not pixels[:, 24:].any()


def test_a_sound_is_a_wav_of_one_channel(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_audio("voice", np.array([[0, 0.5, -1, 3]]), 1, sample_rate=8000)
        with pytest.raises(ValueError, match="one channel"):
            writer.add_audio("voice", np.zeros((2, 5)))
    (value,) = values_of(tmp_path)
    assert (value.audio.sample_rate, value.audio.length_frames) == (8000, 4)
    with wave.open(io.BytesIO(value.audio.encoded_audio_string)) as file:
        assert (file.getnchannels(), file.getframerate()) == (1, 8000)
        samples = np.frombuffer(file.readframes(4), "<i2")
    assert samples.tolist() == [0, 16383, -32767, 32767]


def test_a_text_has_pytorchs_tag(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_text("note", "**é**", 2)
    (value,) = values_of(tmp_path)
    assert (value.tag, value.metadata.plugin_data.plugin_name) == ("note/text_summary", "text")
    assert value.tensor.string_val == ["**é**".encode()]


def test_a_curve_counts_examples(tmp_path: Path) -> None:
    labels, scores = np.array([True, True, False, False]), np.array([0.9, 0.4, 0.6, 0.1])
    with SummaryWriter(tmp_path / "r") as writer:
        writer.add_pr_curve("pr", labels, scores, 1, num_thresholds=3)
        writer.add_pr_curve("weighted", labels, scores, 1, 3, weights=[1, 1, 2, 0])
        table = np.array([[2, 1], [2, 0], [0, 2], [0, 1], [0.5, 1], [1, 0.5]])
        tp, fp, tn, fn, precision, recall = table
        writer.add_pr_curve_raw("raw", tp, fp, tn, fn, precision, recall, 1, num_thresholds=2)
        with pytest.raises(ValueError, match="thresholds"):
            writer.add_pr_curve("pr", labels, scores, num_thresholds=1)
    curve, weighted, raw = values_of(tmp_path / "r")
    content = PrCurvePluginData.FromString(curve.metadata.plugin_data.content)
    assert content.num_thresholds == 3
    counts = make_ndarray(curve.tensor)
    assert counts[:4].tolist() == [[2, 1, 0], [2, 1, 0], [0, 1, 2], [0, 1, 2]]
    assert make_ndarray(weighted.tensor)[1].tolist() == [2, 2, 0]
    np.testing.assert_array_equal(make_ndarray(raw.tensor), table.astype(np.float32))
    found = sb.open(tmp_path, use_index=False).curves("raw")[0]
    assert found.average_precision == pytest.approx(0.75)


def test_charts_have_a_layout(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_custom_scalars(
            {"losses": {"both": ["Multiline", ["a", "b"]], "band": ["Margin", ["a", "b", "c"]]}}
        )
        writer.add_custom_scalars_multilinechart(["a"], "more", "lines")
        writer.add_custom_scalars_marginchart(("a", "b", "c"))
        with pytest.raises(ValueError, match="2 tags"):
            writer.add_custom_scalars_marginchart(["a", "b"])
        with pytest.raises(ValueError, match="Multiline"):
            writer.add_custom_scalars({"losses": {"both": ["Lines", ["a"]]}})
    first, *others = (Layout.FromString(v.tensor.string_val[0]) for v in values_of(tmp_path))
    both, band = first.category[0].chart
    assert (both.title, list(both.multiline.tag)) == ("both", ["a", "b"])
    assert (band.margin.series[0].value, band.margin.series[0].upper) == ("a", "c")
    assert [layout.category[0].title for layout in others] == ["more", "default"]


def test_a_mesh_has_a_tag_for_each_part(tmp_path: Path) -> None:
    corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0.5]]
    with SummaryWriter(tmp_path) as writer:
        writer.add_mesh("m", [corners], [corners], [[[0, 1, 2]]], {"camera": 1}, 3)
        writer.add_mesh("cloud", corners)
        with pytest.raises(ValueError, match="faces of a mesh"):
            writer.add_mesh("m", [corners], faces=[1, 2, 3])
    vertices, faces, colors, cloud = values_of(tmp_path)
    assert [v.tag for v in (vertices, faces, colors)] == ["m_VERTEX", "m_FACE", "m_COLOR"]
    content = MeshPluginData.FromString(faces.metadata.plugin_data.content)
    assert (content.name, list(content.shape)) == ("m", [1, 1, 3])
    assert json.loads(content.json_config) == {"camera": 1}
    alone = MeshPluginData.FromString(cloud.metadata.plugin_data.content)
    assert (content.components, alone.components) == (0b1110, 0b10)
    assert make_ndarray(vertices.tensor).tolist() == [corners]


def test_hyper_parameters_are_a_run_with_its_metrics(tmp_path: Path) -> None:
    hparams = {"lr": np.float32(0.5), "opt": "adam", "nesterov": False, "seed": None}
    with SummaryWriter(tmp_path) as writer:
        writer.add_hparams(hparams, {"acc": 0.75}, {"opt": ["adam", "sgd"]}, "best", 9)
        with pytest.raises(ValueError, match="'layers'"):
            writer.add_hparams({"layers": [1, 2]}, {})
        with pytest.raises(TypeError, match="domain of 'opt'"):
            writer.add_hparams(hparams, {}, {"opt": [1]})
        with pytest.raises(TypeError, match="dictionaries"):
            writer.add_hparams([], {})  # type: ignore[arg-type]
    experiment, start, end, metric = values_of(tmp_path / "best")
    assert (metric.tag, metric.simple_value) == ("acc", 0.75)
    read = plugin_data_pb2.HParamsPluginData.FromString
    infos = read(experiment.metadata.plugin_data.content).experiment.hparam_infos
    assert [info.name for info in infos] == ["lr", "opt", "nesterov"]
    assert [value.string_value for value in infos[1].domain_discrete.values] == ["adam", "sgd"]
    values = read(start.metadata.plugin_data.content).session_start_info.hparams
    assert (values["lr"].number_value, values["opt"].string_value) == (0.5, "adam")
    assert values["nesterov"].WhichOneof("kind") == "bool_value"
    assert read(end.metadata.plugin_data.content).session_end_info.status == 1
    rows = sb.open(tmp_path, use_index=False).hparams().to_pandas()
    assert rows.set_index("run").loc["best", "opt"] == "adam"


def test_the_default_run_of_hyper_parameters_is_the_time(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_hparams({"lr": 1}, {})
    (run,) = [path for path in tmp_path.iterdir() if path.is_dir()]
    assert re.fullmatch(r"\d+\.\d+", run.name)


@pytest.mark.parametrize("kind", ["?", "i1", "u1", "i2", "i4", ">i8", "f2", "f4", ">f8", "c8"])
def test_a_tensor_has_its_dtype_and_shape(tmp_path: Path, kind: str) -> None:
    array = np.arange(6).reshape(2, 3).astype(kind)
    with SummaryWriter(tmp_path) as writer:
        writer.add_tensor("t", array, 1)
    (value,) = values_of(tmp_path)
    found = make_ndarray(value.tensor)
    assert found.dtype == array.dtype.newbyteorder("=")
    np.testing.assert_array_equal(found, array)


def test_graphs_are_of_bytes_messages_and_networkx(tmp_path: Path) -> None:
    graph = GraphDef(node=[NodeDef(name="a", op="Const"), NodeDef(name="b", input=["a"])])
    drawn = nx.DiGraph([("x", "y")])
    with SummaryWriter(tmp_path) as writer:
        writer.add_graph(graph)
        writer.add_graph(graph.SerializeToString())
        writer.add_graph(drawn)
        with pytest.raises(ValueError, match=r"ends with \.onnx"):
            writer.add_onnx_graph("model.pb")
    (path,) = event_files(tmp_path)
    _, message, data, made = (event.graph_def for event in events_of(path))
    assert message == data == graph.SerializeToString()
    assert [node.name for node in GraphDef.FromString(made).node] == ["x", "y"]


def test_a_purged_step_begins_a_session(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path / "r") as writer:
        for step in range(5):
            writer.add_scalar("loss", step, step)
    with SummaryWriter(tmp_path / "r", purge_step=3) as writer:
        writer.add_scalar("loss", 30, 3)
    _, path = event_files(tmp_path / "r")
    _, version, start, _ = events_of(path)
    assert (version.step, version.file_version) == (3, "brain.Event:2")
    assert (start.step, start.session_log.status) == (3, SessionLog.START)
    points = sb.open(tmp_path, use_index=False).scalars("loss")
    assert list(zip(points.step, points.value, strict=True)) == [(0, 0), (1, 1), (2, 2), (3, 30)]
    assert [one.step for one in accumulated(tmp_path / "r").Scalars("loss")] == [0, 1, 2, 3]


def test_the_default_directory_has_date_host_and_comment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with SummaryWriter(comment="_lr1", filename_suffix=".mine") as writer:
        assert re.fullmatch(r"runs.\w{3}\d\d_\d\d-\d\d-\d\d_.+_lr1", writer.get_logdir())
    (path,) = event_files(tmp_path / writer.log_dir)
    assert re.fullmatch(r"events\.out\.tfevents\.\d{10}\..+\.\d+\.\d+\.mine", path.name)


def test_a_directory_elsewhere_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="this machine"):
        SummaryWriter("s3://bucket/run")
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(OSError, match="file"):
        SummaryWriter(blocked / "run")


def test_a_call_after_the_end_begins_another_file(tmp_path: Path) -> None:
    writer = SummaryWriter(tmp_path)
    writer.add_scalar("loss", 1.0, 1)
    writer.close()
    writer.close()
    writer.add_scalar("loss", 2.0, 2)
    writer.close()
    assert len(event_files(tmp_path)) == 2
    assert [one.value for one in accumulated(tmp_path).Scalars("loss")] == [1, 2]


def test_a_pickled_writer_writes_a_file_of_its_own(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path, purge_step=1, max_queue=3) as writer:
        writer.add_scalar("loss", 1.0, 1)
        other = pickle.loads(pickle.dumps(writer))  # noqa: S301 - our own bytes
        assert (other.max_queue, other.purge_step) == (3, None)
        with other:
            other.add_scalar("loss", 2.0, 2)
    assert len(event_files(tmp_path)) == 2
    assert [one.value for one in accumulated(tmp_path).Scalars("loss")] == [1, 2]
