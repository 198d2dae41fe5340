"""Every point of time series as a file, in each format."""

import csv
import io
import json
import math
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet
from starlette.testclient import TestClient

from scopeboard.api.downloads import scalars as export
from scopeboard.export import csv_text, parquet_file, pieces, series
from tools import writer

from ..conftest import Serve

VALUES = [*np.array([0.1, math.nan, -math.inf, 1e38, 1e-45, 2], np.float32).tolist()]
NAME = 'odd, "name"\n'


@pytest.fixture
def client(serve: Serve) -> TestClient:
    one = writer.scalar_file({"x": VALUES, NAME: [1, 2]})
    return serve({"a": one, "b/c": writer.scalar_file({"x": range(4)})})


Row = tuple[str, str, int, float]


def rows_of(client: TestClient, form: str, query: str = "") -> list[Row]:
    """Ask for a file and read it back with another program."""
    answer = client.get(f"/api/export?format={form}{query}")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == "attachment"
    return {"csv": from_csv, "json": from_json, "parquet": from_parquet}[form](answer.content)


def from_csv(content: bytes) -> list[Row]:
    table = csv.DictReader(io.StringIO(content.decode(), newline=""))
    return [
        (row["run"], row["tag"], int(row["step"]), float(row["value"]))
        for row in table
        if float(row["wall_time"]) > 1e9
    ]


def from_json(content: bytes) -> list[Row]:
    return [
        (one["run"], one["tag"], step, float(value))
        for one in json.loads(content)["series"]
        for step, value in zip(one["step"], one["value"], strict=True)
    ]


def from_parquet(content: bytes) -> list[Row]:
    table: list[dict[str, Any]] = parquet.read_table(io.BytesIO(content)).to_pylist()
    assert all(row["wall_time"] > 1e9 for row in table)
    return [(row["run"], row["tag"], row["step"], row["value"]) for row in table]


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_every_point_is_in_the_file(client: TestClient, form: str) -> None:
    expected = [("a", NAME, step, float(step + 1)) for step in range(2)]
    expected += [("a", "x", step, value) for step, value in enumerate(VALUES)]
    expected += [("b/c", "x", step, float(step)) for step in range(4)]
    rows = rows_of(client, form)
    assert [row[:3] for row in rows] == [row[:3] for row in expected]
    for row, other in zip(rows, expected, strict=True):
        assert row[3] == other[3] or (math.isnan(row[3]) and math.isnan(other[3]))


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_portions_change_nothing(
    client: TestClient, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = rows_of(client, form)
    monkeypatch.setattr(series, "MAX_POINTS", 1)
    monkeypatch.setattr(parquet_file, "_ROWS_PER_BATCH", 3)
    monkeypatch.setattr(csv_text, "_ROWS_AT_ONCE", 2)
    monkeypatch.setattr(export, "_ELEMENTS_AT_ONCE", 2)
    monkeypatch.setattr(pieces, "_MIN_BYTES", 1)
    assert str(rows_of(client, form)) == str(whole)


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_a_tag_of_a_run_alone(client: TestClient, form: str) -> None:
    runs = {run["name"]: run["id"] for run in client.get("/api/runs").json()["runs"]}
    rows = rows_of(client, form, f"&tag=x&run={runs['b/c']}")
    assert rows == [("b/c", "x", step, float(step)) for step in range(4)]


@pytest.mark.parametrize("query", ["?tag=nothing", "?run=nothing"])
def test_nothing_to_take_is_not_found(client: TestClient, query: str) -> None:
    assert client.get(f"/api/export{query}").status_code == 404


def test_names_run_nothing_in_a_spreadsheet(serve: Serve) -> None:
    client = serve({"=a": writer.scalar_file({"+b": [-1]})})
    assert rows_of(client, "csv") == [("'=a", "'+b", 0, -1)]
    assert rows_of(client, "json") == [("=a", "+b", 0, -1)]


def test_another_format_is_refused(client: TestClient) -> None:
    assert client.get("/api/export?format=xlsx").status_code == 422


def test_a_long_series_is_written_in_pieces() -> None:
    column = np.arange(100_000)
    points = series.Points("a", "x", column, column / 3, column / 7)
    _, *pieces = csv_text.csv_text([points], str)
    assert b"".join(pieces).count(b"\r\n") == len(column)
    assert max(piece.count(b"\r\n") for piece in pieces) <= len(column) / 4


def test_a_parquet_file_has_the_columns_of_a_table_of_points() -> None:
    names = ["a", "b\udce9"]
    points = [
        series.Points(name, f"tag{n}", np.arange(n) - 1, np.arange(n) / 3, np.full(n, 0.1))
        for name in names
        for n in (0, 3, 70_000)
    ]
    content = b"".join(parquet_file.parquet_file(points, str.upper))
    table = parquet.read_table(io.BytesIO(content))
    text = pa.dictionary(pa.int32(), pa.string())
    number = pa.float64()
    types = {"run": text, "tag": text, "step": pa.int64(), "wall_time": number, "value": number}
    assert table.schema == pa.schema(types)
    assert [table[name].to_pylist() for name in types] == [
        [run for run in ("A", "B?") for _ in range(70_003)],
        [tag for _ in names for tag in ["tag3"] * 3 + ["tag70000"] * 70_000],
        *(
            np.concatenate([getattr(each, name) for each in points]).tolist()
            for name in ("step", "wall_time", "value")
        ),
    ]
    column = parquet.ParquetFile(io.BytesIO(content)).metadata.row_group(0).column(0)
    assert (column.compression, "RLE_DICTIONARY" in column.encodings) == ("SNAPPY", True)


def test_tags_read_together_are_those_read_one_by_one(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    tags = {f"t{n}": [float(n), -1.0] * (1 + n % 7) for n in range(40)}
    restarted = writer.scalar_file({"t3": [5.0, 6.0]}) + writer.scalar_file({"t3": [7.0]})
    client = serve({"a": writer.scalar_file(tags), "b": writer.scalar_file(tags), "c": restarted})
    whole = client.get("/api/export?format=csv").text
    assert whole.count("\r\n") > 600
    for most_points, most_tags in ((1, 500), (10, 500), (60, 500), (10**6, 1), (10**6, 3)):
        monkeypatch.setattr(series, "MAX_POINTS", most_points)
        monkeypatch.setattr(series, "_MAX_TAGS", most_tags)
        assert client.get("/api/export?format=csv").text == whole


def rows_over(client: TestClient, form: str, query: str) -> list[tuple[Any, ...]]:
    """Ask for a file with positions and read back tag, position, step and value."""
    content = client.get(f"/api/export?format={form}{query}").content
    names = ("tag", "x", "step", "value")
    if form == "json":
        series = json.loads(content)["series"]
        return [
            (one["tag"], *row)
            for one in series
            for row in zip(one["x"], one["step"], one["value"], strict=True)
        ]
    if form == "parquet":
        table = parquet.read_table(io.BytesIO(content))
        assert table.schema.types[2:] == [pa.int64(), pa.float64(), pa.float64(), pa.float64()]
        return [tuple(row[name] for name in names) for row in table.to_pylist()]
    rows = csv.DictReader(io.StringIO(content.decode(), newline=""))
    return [(row["tag"], float(row["x"]), int(row["step"]), float(row["value"])) for row in rows]


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_points_of_an_expression_and_of_the_tags_beside_it(serve: Serve, form: str) -> None:
    client = serve({"a": writer.scalar_file({"x": [1, 2], "y": [3, 5]})})
    rows = rows_of(client, form, "&expression=x*y&expression=-y&tag=x")
    minus = "'-y" if form == "csv" else "-y"
    assert [row[1:] for row in rows] == [
        *(("x", step, value) for step, value in enumerate([1, 2])),
        *(("x*y", step, value) for step, value in enumerate([3, 10])),
        *((minus, step, value) for step, value in enumerate([-3, -5])),
    ]
    assert len(rows_of(client, form, "&expression=x*y")) == 2


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_points_over_the_axis_of_an_expression(serve: Serve, form: str) -> None:
    client = serve({"a": writer.scalar_file({"x": [1, 2], "y": [3, 5]})})
    assert rows_over(client, form, "&x=-y&tag=x&expression=x*2") == [
        ("x", -5, 1, 2),
        ("x", -3, 0, 1),
        ("x*2", -5, 1, 4),
        ("x*2", -3, 0, 2),
    ]


def test_an_expression_without_a_run_is_a_sentence(serve: Serve) -> None:
    client = serve({"a": writer.scalar_file({"x": [1]}), "b": writer.scalar_file({"y": [1]})})
    for query in ("expression=x-y", "expression=z", "expression=x-", "tag=x&x=y"):
        response = client.get(f"/api/export?{query}")
        assert response.status_code in (404, 422)
        assert response.json()["error"]["message"].endswith(".")
