"""The contents of a log, over HTTP."""

from tools import writer

from ..conftest import Serve


def test_series_and_files_by_run(serve: Serve) -> None:
    first = writer.scalar_file({"x": [1, 2], "y": [3]})
    late = writer.event(2**60, writer.tf1_scalar("x", 1))
    client = serve({"a": first, "b": late})
    answer = client.get("/api/contents")
    runs = [run["id"] for run in client.get("/api/runs").json()["runs"]]
    names = [run["name"] for run in client.get("/api/runs").json()["runs"]]
    found = answer.json()
    assert found["runs"] == runs
    series = found["series"]
    rows = [*zip(*(series[name] for name in ("run", "tag", "points", "last_step")), strict=True)]
    first_run, late_run = names.index("a"), names.index("b")
    assert sorted(rows) == sorted(
        [(first_run, "x", 2, 1), (first_run, "y", 1, 0), (late_run, "x", 1, str(2**60))]
    )
    files = found["files"]
    sizes = dict(zip(files["run"], zip(files["size"], files["read"], strict=True), strict=True))
    assert sizes == {first_run: (len(first),) * 2, late_run: (len(late),) * 2}
    again = client.get("/api/contents", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


def test_a_log_without_anything(serve: Serve) -> None:
    found = serve({}).get("/api/contents").json()
    assert (found["runs"], found["series"]["run"], found["files"]["name"]) == ([], [], [])
