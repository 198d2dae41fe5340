"""A log directory with values of every kind that a tab of the page shows."""

import io
import math
import wave
from pathlib import Path

import numpy as np

from scopeboard.wire import plugins_pb2 as pb
from scopeboard.wire.summary_pb2 import HistogramProto, Summary
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto
from scopeboard.wire.types_pb2 import DT_FLOAT
from scopeboard.writer.png import encode_png
from tools import writer
from tools.hparam_values import hparams_event, start
from tools.media_events import images, sounds, strings
from tools.mesh_events import SQUARE, SQUARE_FACES, mesh
from tools.served import excerpt

STEPS = (0, 10, 20)
GREEN = (63, 155, 87)
SAMPLES = 3
VECTORS = 12
COUNTS = [[2, 1, 0], [2, 0, 0], [0, 2, 2], [0, 1, 2], [0.5, 1, 0], [1, 0.5, 0]]
PROJECTOR = 'embeddings { tensor_name: "words" tensor_path: "words.tsv" metadata_path: "labels" }'


def write_every_kind(directory: Path) -> None:
    """Write runs `a` and `b` with everything at the steps of `STEPS`, and `g` with a graph."""
    for at, run in enumerate(("a", "b")):
        data = writer.scalar_file({"loss": [1 / (n + 1 + at) for n in range(50)]})
        data += writer.event(0, _layout(), _unknown())
        data += hparams_event(start({"lr": 0.1**at, "opt": ("adam", "sgd")[at]}))
        data += b"".join(_at_step(step) for step in STEPS)
        writer.write_run(directory, run, data)
    _write_vectors(directory / "a")
    writer.write_run(directory, "g", writer.graph_event(excerpt("graph/seed_mnist.pb")))


def picture(step: int, sample: int) -> bytes:
    """Return a PNG in one colour: green, less of it in each sample, with the step as its blue."""
    red, green, _ = GREEN
    return encode_png(np.full((8, 8, 3), (red, green - 20 * sample, step), np.uint8))


def tone(seconds: float, rate: int = 8000) -> bytes:
    """Return a WAV of 440 Hz."""
    times = np.arange(int(seconds * rate)) / rate
    samples = (20_000 * np.sin(2 * math.pi * 440 * times)).astype("<i2")
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples.tobytes())
    return buffer.getvalue()


def _at_step(step: int) -> bytes:
    edges = np.linspace(-1, 1 + step / 10, 21)
    counts = np.exp(-((np.arange(20) - 9.5) ** 2) / 20).round(3)
    histo = HistogramProto(
        min=edges[0], max=edges[-1], num=10, bucket_limit=edges[1:], bucket=counts
    )
    text = strings("note", "text", f"step **{step}** of the note".encode(), shape=(1,))
    return b"".join(
        [
            writer.event(step, Summary.Value(tag="weights", histo=histo), text, _curve()),
            images(step, *(picture(step, sample) for sample in range(SAMPLES)), tag="digits"),
            sounds(step, tone(0.5 + step / 100), tag="voice"),
            mesh(step, vertices=[SQUARE], faces=[SQUARE_FACES], colours=[[[0, 255, 0]] * 4]),
        ]
    )


def _curve() -> Summary.Value:
    table = np.array(COUNTS, "<f4")
    shape = TensorShapeProto(dim=[TensorShapeProto.Dim(size=size) for size in table.shape])
    tensor = TensorProto(dtype=DT_FLOAT, tensor_shape=shape, tensor_content=table.tobytes())
    return Summary.Value(tag="pr", tensor=tensor, metadata=writer.plugin("pr_curves"))


def _layout() -> Summary.Value:
    lines = pb.MultilineChartContent(tag=["loss"])
    plan = pb.Category(title="losses", chart=[pb.Chart(title="both", multiline=lines)])
    content = pb.Layout(category=[plan]).SerializeToString()
    return strings("custom_scalars__config__", "custom_scalars", content, shape=())


def _unknown() -> Summary.Value:
    tensor = TensorProto(dtype=DT_FLOAT, float_val=[1])
    return Summary.Value(tag="secret", tensor=tensor, metadata=writer.plugin("mine"))


def _write_vectors(run: Path) -> None:
    vectors = np.random.default_rng(1).standard_normal((VECTORS, 4)).tolist()
    run.joinpath("projector_config.pbtxt").write_text(PROJECTOR)
    run.joinpath("words.tsv").write_text("\n".join("\t".join(map(str, row)) for row in vectors))
    run.joinpath("labels").write_text("\n".join(f"word{at}" for at in range(VECTORS)))
