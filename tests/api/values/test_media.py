"""Pictures and sounds, from event files to the bytes that a browser shows."""

import numpy as np
import pytest

from scopeboard.media.image_damage import TRUNCATED
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_FLOAT
from scopeboard.writer.png import encode_png
from tools import writer
from tools.media_events import images, sounds, wav

from ..conftest import Serve

PNGS = [encode_png(np.full((2, 3, 1), grey, np.uint8)) for grey in (0, 128, 255)]


def old_image(step: int, encoded: bytes) -> bytes:
    value = Summary.Value(tag="im")
    value.image.height, value.image.width = 2, 3
    value.image.encoded_image_string = encoded
    return writer.event(step, value)


def test_every_sample_of_every_step_can_be_looked_at(serve: Serve) -> None:
    client = serve({"a": images(0, *PNGS) + images(7, PNGS[1]), "b": old_image(7, PNGS[2])})
    values = client.get("/api/images?tag=im&step=0&step=7").json()["values"]
    assert [(value["step"], value["samples"]) for value in values] == [(0, 3), (7, 1), (7, 1)]
    picture = values[0]["pictures"][0]
    assert (picture["media_type"], picture["width"], picture["height"]) == ("image/png", 3, 2)
    for value in values:
        for sample in range(value["samples"]):
            where = {"tag": "im", "run": value["run"], "step": value["step"], "sample": sample}
            answer = client.get("/api/images/sample", params=where)
            assert answer.headers["content-type"] == "image/png"
            assert answer.content in PNGS
    assert answer.content == PNGS[2]


def test_both_forms_of_a_picture_are_one(serve: Serve) -> None:
    client = serve({"a": images(3, PNGS[0]), "b": old_image(3, PNGS[0])})
    one, other = client.get("/api/images?tag=im").json()["values"]
    del one["run"], other["run"], one["wall_time"], other["wall_time"]
    assert one == other


def test_several_values_of_a_step_are_distinct(serve: Serve) -> None:
    client = serve({"a": images(3, PNGS[0]) + images(3, PNGS[1])})
    values = client.get("/api/images?tag=im").json()["values"]
    assert [value["nth"] for value in values] == [0, 1]
    where = {"tag": "im", "run": values[0]["run"], "step": 3, "nth": 1}
    assert client.get("/api/images/sample", params=where).content == PNGS[1]


def test_the_entity_tag_of_an_image_survives_new_points(serve: Serve) -> None:
    first = images(0, PNGS[0])
    tags = []
    for data in (first, first + images(1, PNGS[1])):
        client = serve({"a": data})
        (run,) = client.get("/api/runs").json()["runs"]
        answer = client.get("/api/images/sample", params={"tag": "im", "run": run["id"], "step": 0})
        tags.append(answer.headers["etag"])
        again = client.get(answer.url, headers={"If-None-Match": tags[-1]})
        assert again.status_code == 304
    assert answer.content == PNGS[0]


@pytest.mark.parametrize("data", [b"<svg onload=alert(1)>", b"<html>", b"", b"\x89PNG\r\n\x1a\n"])
def test_an_invalid_image_is_sent_as_bytes(serve: Serve, data: bytes) -> None:
    client = serve({"a": images(0, data)})
    (value,) = client.get("/api/images?tag=im").json()["values"]
    assert value["pictures"][0]["media_type"] is None
    where = {"tag": "im", "run": value["run"], "step": 0}
    answer = client.get("/api/images/sample", params=where)
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.content == data


def test_a_truncated_image_is_reported(serve: Serve) -> None:
    client = serve({"a": images(0, PNGS[0], PNGS[0][:-20])})
    (value,) = client.get("/api/images?tag=im").json()["values"]
    assert [picture["damage"] for picture in value["pictures"]] == [None, TRUNCATED]


def test_damage_is_reported_with_its_value(serve: Serve) -> None:
    tensor = TensorProto(dtype=DT_FLOAT, float_val=[1])
    odd = Summary.Value(tag="im", tensor=tensor, metadata=writer.plugin("images"))
    client = serve({"a": writer.event(0, odd) + images(1, PNGS[0])})
    bad, good = client.get("/api/images?tag=im&step=0&step=1").json()["values"]
    assert "float instead of strings" in bad["message"]
    assert (bad["pictures"], good["message"]) == ([], None)
    where = {"tag": "im", "run": bad["run"], "step": 0}
    assert client.get("/api/images/sample", params=where).status_code == 422


def test_sounds_say_their_rate_and_length(serve: Serve) -> None:
    sound = wav(0.5)
    client = serve({"a": sounds(4, sound)})
    (value,) = client.get("/api/audio?tag=au").json()["values"]
    (said,) = value["sounds"]
    assert (said["sample_rate"], said["channels"], said["seconds"]) == (8000, 1, 0.5)
    assert (said["media_type"], said["label"]) == ("audio/wav", "left")
    where = {"tag": "au", "run": value["run"], "step": 4}
    answer = client.get("/api/audio/sample", params=where)
    assert (answer.content, answer.headers["content-type"]) == (sound, "audio/wav")


@pytest.mark.parametrize("query", ["step=9", "step=0&sample=3", "step=0&nth=1"])
def test_missing_samples_are_not_found(serve: Serve, query: str) -> None:
    client = serve({"a": images(0, *PNGS)})
    (run,) = client.get("/api/runs").json()["runs"]
    answer = client.get(f"/api/images/sample?tag=im&run={run['id']}&{query}")
    assert answer.status_code == 404
    assert client.get("/api/images?tag=other").status_code == 404


def test_the_largest_step_can_be_requested(serve: Serve) -> None:
    largest = 2**63 - 1
    client = serve({"a": images(largest - 1, PNGS[0]) + images(largest, PNGS[1])})
    for query in ("", f"&step={largest}", f"&step={largest}&step={10**30}"):
        values = client.get(f"/api/images?tag=im{query}").json()["values"]
        assert [value["step"] for value in values] == [str(largest)]
