"""Pictures and sounds of cards as one archive."""

import io
from zipfile import ZipFile

import numpy as np

from scopeboard.api.values.media_files import chosen_steps
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.types_pb2 import DT_FLOAT
from scopeboard.writer.png import encode_png
from tools import writer
from tools.media_events import images, sounds, wav

from ..conftest import Serve

PNGS = [encode_png(np.full((2, 3, 1), grey, np.uint8)) for grey in (0, 128, 255)]


def one_of_batch(step: int, nth: int, encoded: bytes) -> bytes:
    value = Summary.Value(tag=f"im/image/{nth}")
    value.image.encoded_image_string = encoded
    return writer.event(step, value)


def test_every_sample_is_in_the_archive(serve: Serve) -> None:
    of_a = images(0, *PNGS) + images(7, PNGS[1], b"?") + images(7, PNGS[2])
    client = serve({"a": of_a, "b/c": one_of_batch(9, 0, PNGS[0]) + one_of_batch(9, 1, PNGS[1])})
    answer = client.get("/api/images/files?tag=im&tag=im/image/0&tag=im/image/1")
    assert answer.headers["content-type"] == "application/zip"
    assert "attachment" in answer.headers["content-disposition"]
    zipped = ZipFile(io.BytesIO(answer.content))
    assert {name: zipped.read(name) for name in zipped.namelist()} == {
        "a/im/step_0_sample_1.png": PNGS[0],
        "a/im/step_0_sample_2.png": PNGS[1],
        "a/im/step_0_sample_3.png": PNGS[2],
        "a/im/step_7_sample_1.png": PNGS[1],
        "a/im/step_7_sample_2.bin": b"?",
        "a/im/step_7_value_2_sample_1.png": PNGS[2],
        "b/c/im/image/0/step_9_sample_1.png": PNGS[0],
        "b/c/im/image/1/step_9_sample_1.png": PNGS[1],
    }


def test_each_run_gives_its_steps_up_to_the_one_looked_at(serve: Serve) -> None:
    of_a = b"".join(images(step, PNGS[0]) for step in (0, 4, 6, 9))
    client = serve({"a": of_a, "b": images(5, PNGS[1])})

    def names(query: str) -> list[str]:
        answer = client.get(f"/api/images/files?tag=im{query}")
        return ZipFile(io.BytesIO(answer.content)).namelist()

    assert names("&near=5&steps=2") == [
        "a/im/step_0_sample_1.png",
        "a/im/step_4_sample_1.png",
        "b/im/step_5_sample_1.png",
    ]
    assert names("&steps=1") == ["a/im/step_9_sample_1.png", "b/im/step_5_sample_1.png"]


def test_steps_far_apart_are_compared_without_overflow() -> None:
    far = np.array([-(2**63), 2**63 - 1])
    assert chosen_steps([far], 2**63 - 2, 1).tolist() == [2**63 - 1]
    assert chosen_steps([far], -(2**70), 1).tolist() == [-(2**63)]


def test_unreadable_values_are_listed(serve: Serve) -> None:
    broken = Summary.Value(tag="im", metadata=writer.plugin("images"))
    broken.tensor.dtype = DT_FLOAT
    client = serve({"a": images(0, PNGS[0]) + writer.event(3, broken)})
    zipped = ZipFile(io.BytesIO(client.get("/api/images/files?tag=im").content))
    assert zipped.namelist() == ["a/im/step_0_sample_1.png", "left out.txt"]
    assert zipped.read("left out.txt").startswith(b"a, im, step 3: ")


def test_sounds_are_archived_too(serve: Serve) -> None:
    client = serve({"a": sounds(5, wav(0.1), wav(0.2))})
    zipped = ZipFile(io.BytesIO(client.get("/api/audio/files?tag=au").content))
    assert zipped.namelist() == ["a/au/step_5_sample_1.wav", "a/au/step_5_sample_2.wav"]
    assert zipped.read("a/au/step_5_sample_2.wav") == wav(0.2)


def test_unknown_tags_are_not_found(serve: Serve) -> None:
    client = serve({"a": images(0, PNGS[0])})
    assert client.get("/api/images/files?tag=no").status_code == 404
    assert client.get("/api/audio/files").status_code == 404
    assert client.get("/api/images/files?steps=0").status_code == 422


def test_all_tags_are_archived_by_default(serve: Serve) -> None:
    client = serve({"a": images(0, PNGS[0]) + images(1, PNGS[1], tag="other")})
    zipped = ZipFile(io.BytesIO(client.get("/api/images/files").content))
    assert zipped.namelist() == ["a/im/step_0_sample_1.png", "a/other/step_1_sample_1.png"]
