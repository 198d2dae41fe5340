"""Videos, logged as images and as files beside the events."""

from pathlib import Path

from scopeboard.store.store import Store
from scopeboard.types import run_id_of
from tools import writer
from tools.media_events import images
from tools.platforms import needs_links
from tools.served import excerpt

from ..conftest import Serve, client_of, load

MP4, WEBM = excerpt("videos/clip.mp4"), excerpt("videos/clip.webm")
LOSS = writer.event(1, writer.tf1_scalar("loss", 0.5))


def put(directory: Path, name: str, data: bytes = MP4) -> None:
    path = directory / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def test_a_video_that_was_logged_as_an_image_is_one(serve: Serve) -> None:
    client = serve({"a": images(0, MP4, WEBM)})
    (value,) = client.get("/api/images?tag=im").json()["values"]
    for picture, data, kind in zip(value["pictures"], (MP4, WEBM), ("mp4", "webm"), strict=True):
        assert picture == {
            "media_type": f"video/{kind}",
            "width": 96,
            "height": 64,
            "seconds": 2.0,
            "is_animated": True,
            "bytes": len(data),
            "damage": None,
        }
    where = {"tag": "im", "run": value["run"], "step": 0, "sample": 1}
    answer = client.get("/api/images/sample", params=where, headers={"Range": "bytes=4-11"})
    assert (answer.status_code, answer.headers["content-type"]) == (206, "video/webm")
    assert answer.content == WEBM[4:12]


def test_a_video_that_is_cut_short_is_damaged(serve: Serve) -> None:
    client = serve({"a": images(0, MP4[:500])})
    (value,) = client.get("/api/images?tag=im").json()["values"]
    assert value["pictures"][0]["damage"] == "The video is truncated."


def test_files_belong_to_the_nearest_run(serve: Serve, tmp_path: Path) -> None:
    for name in ("a/videos/rl-video-episode-10.mp4", "a/videos/rl-video-episode-9.mp4"):
        put(tmp_path, name)
    put(tmp_path, "b/inner/clip.webm", WEBM)
    put(tmp_path, "elsewhere/epoch_3.mp4")
    client = serve({"a": LOSS, "b": LOSS})
    videos = client.get("/api/videos").json()["videos"]
    found = [(video["run"], video["tag"], video["step"]) for video in videos]
    assert found == [
        (None, "elsewhere/epoch", 3),
        (run_id_of("b"), "inner/clip", None),
        (run_id_of("a"), "videos/rl-video-episode", 9),
        (run_id_of("a"), "videos/rl-video-episode", 10),
    ]
    answer = client.get("/api/videos/file", params={"path": videos[1]["path"]})
    assert (answer.content, answer.headers["content-type"]) == (WEBM, "video/webm")
    part = client.get(answer.url, headers={"Range": "bytes=-8"})
    assert (part.status_code, part.content) == (206, WEBM[-8:])
    held = client.get(answer.url, headers={"If-None-Match": answer.headers["etag"]})
    assert held.status_code == 304


def test_only_videos_that_were_found_are_sent(serve: Serve, tmp_path: Path) -> None:
    put(tmp_path, "secret.txt")
    client = serve({"a": LOSS})
    for path in ("secret.txt", "../secret.txt", "/etc/passwd", "a/none.mp4"):
        answer = client.get("/api/videos/file", params={"path": path})
        assert answer.status_code == 404
        assert answer.json()["error"]["message"] == f"The log directory has no video {path}."


@needs_links
def test_a_link_to_a_video_outside_is_not_followed(tmp_path: Path) -> None:
    put(tmp_path, "outside/clip.mp4")
    logs = tmp_path / "logs"
    writer.write_run(logs, "a", LOSS)
    (logs / "a" / "clip.mp4").symlink_to(tmp_path / "outside" / "clip.mp4")
    store = Store()
    load(store, logs)
    answer = client_of(store).get("/api/videos/file", params={"path": "a/clip.mp4"})
    assert answer.status_code == 404
    assert "outside the log directory" in answer.text
