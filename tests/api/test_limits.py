"""Parameters and bodies beyond every limit: each is refused in a sentence, and none fails."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from starlette.testclient import TestClient

from scopeboard.state.document import MAX_DEPTH
from scopeboard.state.state_file import StateFile
from scopeboard.web.openapi import openapi_document
from tools.asgi import get
from tools.full_disk import full_disk
from tools.loops import run_apart

from .conftest import Serve
from .everything import COMPAT, QUERIES, write_everything

VALUES = (
    "",
    " ",
    "x" * 30_000,
    "é" * 1001,
    "-1",
    "1e999",
    "nan",
    str(2**53 + 1),
    str(-(2**63)),
    "9" * 5000,
    "\0",
    "\ud800",
    "../../../etc/passwd",
    "/etc/passwd",
    "((((((((((a*)*)*)*)*)*)*)*)*)*b",
    "[" * 10_000,
    '{"a":' * 2000,
    "__proto__",
    "%s%n",
)
"""Values beyond the range of any parameter; as names, many are valid but unknown."""

BODIES = (
    b"",
    b"\xff" * 1000,
    b"null",
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b'{"a":1e999}',
    b'{"based_on":0,"value":{"a":' + b"[" * 300 + b"]" * 300 + b"}}",
    b'{"based_on":0,"value":' + b'{"a":' * 300 + b"{}" + b"}" * 301,
    b'{"based_on":99999999999999999999999,"value":{}}',
    json.dumps({"search": "x" * (5 << 20)}).encode(),
    json.dumps({"based_on": 0, "value": {"a": "x" * (5 << 20)}}).encode(),
    b"\0" * (20 << 20),
)
SECRET = b"12345.678\t23456.789\n"
OWN_PAGE = {"Sec-Fetch-Site": "same-origin", "Content-Type": "application/json"}


@pytest.fixture
def client(serve: Serve, tmp_path: Path) -> TestClient:
    """A client of a server with something for every route."""
    write_everything(tmp_path)
    return serve(state=StateFile(tmp_path / "state.json"))


def parameters() -> Iterator[tuple[str, str, str]]:
    """Yield the path, the name and the place of each parameter of a GET."""
    for path, operations in openapi_document()["paths"].items():
        for parameter in operations.get("get", {}).get("parameters", []):
            if path in QUERIES:
                yield path, parameter["name"], parameter["in"]


def bodies() -> Iterator[tuple[str, str]]:
    """Yield the method and path of each operation that takes a body."""
    for path, operations in openapi_document()["paths"].items():
        for method, operation in operations.items():
            if "requestBody" in operation:
                yield method, path


def test_every_parameter_beyond_its_limits(client: TestClient) -> None:
    names = identifiers(client)

    async def try_all() -> int:
        tried = 0
        for path, name, place in parameters():
            for value in VALUES:
                answer = await get(client.app, url_with(path, name, place, value, names))
                assert_refused_or_right(answer.status, answer.content, (path, name, value[:40]))
                tried += 1
        return tried

    assert run_apart(try_all()) > len(VALUES) * 100


def test_every_parameter_of_other_clients_beyond_its_limits(client: TestClient) -> None:
    async def try_all() -> None:
        for path in COMPAT:
            route, _, query = path.partition("?")
            known = dict(pair.split("=") for pair in query.split("&") if pair)
            for name in known.keys() | {"run", "tag", "format", "samples", "request"}:
                for value in VALUES:
                    url = f"/data/{route}?{encoded({**known, name: value})}"
                    answer = await get(client.app, url)
                    assert answer.status < 500, (path, name, value[:40], answer.content[:300])

    run_apart(try_all())


def test_every_body_beyond_its_limits(client: TestClient) -> None:
    before = client.get("/api/state").content
    operations = [*bodies()]
    assert len(operations) >= 3
    for method, path in operations:
        for body in BODIES:
            url = f"{path}?name=runs"
            answer = client.request(method, url, content=body, headers=OWN_PAGE)
            what = (method, path, body[:40], len(body))
            assert_refused_or_right(answer.status_code, answer.content, what)
            assert answer.status_code >= 400 or path == "/api/graphs", what
    assert client.get("/api/state").content == before


def test_state_may_be_nested(client: TestClient) -> None:
    value: dict[str, Any] = {}
    for _ in range(MAX_DEPTH - 1):
        value = {"a": value}
    change = {"based_on": 0, "value": value}
    url = "/api/state/part?name=runs"
    assert client.put(url, json=change, headers=OWN_PAGE).json()["value"] == value
    assert client.get(url).json()["value"] == value
    deeper = {"based_on": 1, "value": {"a": [value]}}
    refused = client.put(url, json=deeper, headers=OWN_PAGE)
    assert refused.status_code == 422
    assert "nested" in refused.json()["error"]["message"]
    assert client.get(url).json() == {"revision": 1, "value": value}


def test_every_changing_route_reports_a_full_disk(client: TestClient) -> None:
    change = {"based_on": 0, "value": {"a": {"name": "b"}}}
    before = client.get("/api/state").content
    with full_disk():
        answers = [
            client.put("/api/state/part?name=runs", json=change, headers=OWN_PAGE),
            client.post("/api/views", json={"search": "?tab=graph"}, headers=OWN_PAGE),
        ]
    for answer in answers:
        assert answer.status_code == 503, answer.text
        assert answer.json()["error"]["message"]
    assert client.get("/api/state").content == before
    again = client.put("/api/state/part?name=runs", json=change, headers=OWN_PAGE)
    assert again.status_code == 200, again.text


def test_no_parameter_leads_out_of_the_log_directory(client: TestClient, tmp_path: Path) -> None:
    outside, embedding = tmp_path.parent / f"{tmp_path.name}-outside", tmp_path / "a" / "e"
    outside.mkdir()
    for name in ("tensors.tsv", "metadata.tsv", "sprite.png"):
        (outside / name).write_bytes(b"\x89PNG\r\n\x1a\n" * name.endswith("png") + SECRET)
        (embedding / name).unlink()
        (embedding / name).symlink_to(outside / name)
    ways = [f"{outside}/tensors.tsv", f"../{outside.name}/tensors.tsv", "a/e/tensors.tsv"]
    ways += [f"file://{outside}/tensors.tsv", f"..%2F{outside.name}%2Ftensors.tsv", "e/tensors.tsv"]
    names = identifiers(client)
    urls = [
        url_with(path, name, place, value, names)
        for path, name, place in parameters()
        for value in ways
    ]
    urls += [f"/data/{path}" for path in COMPAT]
    for part in ("tensor", "metadata", "sprite_image"):
        urls.append(f"/data/plugin/projector/{part}?run=a&name=emb")

    async def try_all() -> None:
        for url in urls:
            assert SECRET not in (await get(client.app, url)).content, url

    run_apart(try_all())


def identifiers(client: TestClient) -> dict[str, str]:
    """Return what the placeholders of the requests stand for."""
    runs = {run["name"]: run["id"] for run in client.get("/api/runs").json()["runs"]}
    return {"graph_id": client.get("/api/graphs").json()["graphs"][0]["id"], "run": runs["a"]}


def url_with(path: str, name: str, place: str, value: str, names: dict[str, str]) -> str:
    """Return the request of a route that succeeds, but for the value of one parameter."""
    if place == "path":
        segment = quote(value.encode("utf-8", "surrogatepass"), safe="")
        return path.format_map({**names, name: segment or "x"}) + QUERIES[path].format_map(names)
    pairs = [pair.split("=", 1) for pair in QUERIES[path][1:].format_map(names).split("&") if pair]
    query = [*((key, known) for key, known in pairs if key != name), (name, value)]
    return f"{path.format_map(names)}?{encoded(query)}"


def encoded(query: Any) -> str:  # noqa: ANN401 - what `urlencode` takes
    """Return a query; lone surrogates become bytes that are no UTF-8."""
    return urlencode(query, errors="surrogatepass")


def assert_refused_or_right(status: int, content: bytes, what: object) -> None:
    """A request succeeds, or it is refused as the client's fault in a sentence."""
    assert status < 500, (what, content[:300])
    if status >= 400:
        error = json.loads(content)["error"]
        assert error["kind"], what
        assert error["message"].rstrip().endswith((".", "?")), (what, error)
