"""Records the responses of TensorBoard to all requests.

For each LOG (`kinds`, `sessions`, `announced`, `tensorboardx`) TensorBoard 2.21.0 was started as

    tensorboard --logdir tests/data/compat/LOG --load_fast=false --samples_per_plugin SAMPLES

where SAMPLES is 1000000 for each plugin, so that it drops no step, and then

    PYTHONPATH=tests python -m compat.record_answers LOG http://localhost:6006

The logs were written by TensorFlow 2.21 with its own summary writers, `tensorboardx` by
tensorboardX 2.6.5: three steps of `add_mesh`, of a mesh with faces and colours, of one with faces
and of a point cloud.
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from compat.recorded_requests import RecordedRequest, recorded_requests

DATA = Path(__file__).resolve().parents[1] / "data/compat"


def main(log: str, url: str) -> None:
    """Send all requests, and write the responses beside the logs."""
    answers = [recorded(url, request) for request in recorded_requests(log)]
    text = json.dumps(answers, indent=1, ensure_ascii=False)
    (DATA / f"{log}.json").write_text(f"{text}\n", encoding="utf-8")


def recorded(url: str, request: RecordedRequest) -> dict[str, Any]:
    """Return a response: JSON as it is, long texts and bytes as a digest."""
    body = None if request.body is None else request.body.encode()
    headers = {"Content-Type": content_type(request)} if body else {}
    try:
        answer = urlopen(Request(f"{url}/data/{request.path}", body, headers))
    except HTTPError as error:
        return {**request._asdict(), "status": error.code}
    with answer:
        kind = answer.headers["content-type"]
        header = {"status": answer.status, "content_type": kind}
        return {**request._asdict(), **header, "content": content(kind, answer.read())}


def content_type(request: RecordedRequest) -> str:
    """Return the media type of a body."""
    is_form = "timeseries" in request.path
    return "application/x-www-form-urlencoded" if is_form else "application/json"


def content(kind: str, body: bytes) -> object:
    """Return the content of a response in a form that can be compared and stored."""
    if kind == "application/json":
        return json.loads(body)
    if len(body) <= 1000 and kind.startswith("text/"):
        return body.decode()
    return hashlib.sha256(body).hexdigest()


if __name__ == "__main__":
    main(*sys.argv[1:])
