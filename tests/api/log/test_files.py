"""Files of the log directory, over HTTP."""

from pathlib import Path

from tools import writer

from ..conftest import Serve

DATA = writer.scalar_file({"x": [1, 2]})


def test_files_are_listed_and_sent_as_they_are(serve: Serve, tmp_path: Path) -> None:
    client = serve({"a/b ü": DATA})
    answer = client.get("/api/files")
    found = answer.json()
    (path,), (tag,) = found["path"], found["tag"]
    assert (path.rpartition("/")[0], found["size"]) == ("a/b ü", [len(DATA)])
    file = client.get(f"/api/files/{path}", headers={"Range": "bytes=3-12"})
    assert (file.status_code, file.content, file.headers["etag"]) == (206, DATA[3:13], f'"{tag}"')
    head = client.head(f"/api/files/{path}")
    assert (head.content, head.headers["content-length"]) == (b"", str(len(DATA)))
    assert head.headers["last-modified"] == file.headers["last-modified"]
    unchanged = {"If-None-Match": answer.headers["etag"]}
    assert client.get("/api/files", headers=unchanged).status_code == 304
    with (tmp_path / path).open("ab") as events:
        events.write(writer.event(2, writer.tf1_scalar("x", 3)))
    assert client.get("/api/files", headers=unchanged).json()["size"] > [len(DATA)]
    of_version = {"If-Match": f'"{tag}"'}
    assert client.get(f"/api/files/{path}", headers=of_version).status_code == 412


def test_other_files_are_not_sent(serve: Serve, tmp_path: Path) -> None:
    client = serve({"a": DATA})
    (tmp_path / "a" / "secret.txt").write_text("secret")
    for path in ("a/secret.txt", "a/../a/secret.txt", "%2e%2e/x", "a", "//etc/passwd"):
        assert client.get(f"/api/files/{path}").status_code in {404, 422}, path
