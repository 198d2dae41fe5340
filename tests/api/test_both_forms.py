"""The same data as TensorFlow 1 and as TensorFlow 2 log it: the answers are the same."""

import struct

import numpy as np
import pytest

from scopeboard.wire.summary_pb2 import HistogramProto, Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_DOUBLE
from scopeboard.writer.png import encode_png
from tools import writer
from tools.media_events import images, strings, wav

from .conftest import Serve

PNG = encode_png(np.full((2, 3, 1), 128, np.uint8))
WAV = wav(0.25)
TABLE = [[-2.0, -1.0, 3.0], [-1.0, 0.0, 0.0], [0.0, 4.0, 9.0]]
Forms = tuple[bytes, bytes]


def scalars() -> Forms:
    old = writer.event(4, writer.tf1_scalar("x", 0.5))
    return old, writer.event(4, writer.tf2_scalar("x", 0.5, first=True))


def histograms() -> Forms:
    limits, counts = [-3, -1, 0, 5, 1e308], [0, 3, 0, 9, 0]
    old = Summary.Value(
        tag="x", histo=HistogramProto(min=-2, max=4, bucket_limit=limits, bucket=counts)
    )
    cells = [cell for row in TABLE for cell in row]
    tensor = TensorProto(dtype=DT_DOUBLE, tensor_content=struct.pack("<9d", *cells))
    for size in (3, 3):
        tensor.tensor_shape.dim.add(size=size)
    new = Summary.Value(tag="x", tensor=tensor, metadata=writer.plugin("histograms"))
    return writer.event(4, old), writer.event(4, new)


def pictures() -> Forms:
    old = Summary.Value(
        tag="x", image=Summary.Image(height=2, width=3, colorspace=1, encoded_image_string=PNG)
    )
    return writer.event(4, old), images(4, PNG, tag="x")


def one_sound() -> Forms:
    audio = Summary.Audio(
        sample_rate=8000,
        num_channels=1,
        length_frames=2000,
        encoded_audio_string=WAV,
        content_type="audio/wav",
    )
    unlabelled = strings("x", "audio", WAV, b"", shape=(1, 2))
    return writer.event(4, Summary.Value(tag="x", audio=audio)), writer.event(4, unlabelled)


@pytest.mark.parametrize(
    ("forms", "kind", "columns"),
    [
        (scalars(), "scalars", "series"),
        (histograms(), "histograms", "series"),
        (pictures(), "images", "values"),
        (one_sound(), "audio", "values"),
    ],
    ids=["scalars", "histograms", "images", "audio"],
)
def test_both_forms_have_one_answer(serve: Serve, forms: Forms, kind: str, columns: str) -> None:
    client = serve({"old": forms[0], "new": forms[1]})
    (tag,) = client.get("/api/tags").json()["tags"]
    assert (tag["tag"], tag["kind"], len(tag["runs"])) == ("x", kind, 2)
    old, new = client.get(f"/api/{kind}?tag=x").json()[columns]
    assert old.pop("run") != new.pop("run")
    assert old == new


@pytest.mark.parametrize(("kind", "forms"), [("images", pictures()), ("audio", one_sound())])
def test_both_forms_have_the_same_bytes(serve: Serve, kind: str, forms: Forms) -> None:
    client = serve({"old": forms[0], "new": forms[1]})
    runs = [run["id"] for run in client.get("/api/runs").json()["runs"]]
    where = [{"tag": "x", "run": run, "step": 4} for run in runs]
    old, new = (client.get(f"/api/{kind}/sample", params=one) for one in where)
    assert old.content == new.content
    assert old.headers["content-type"] == new.headers["content-type"]
