"""Writes what TensorBoard answers to all questions.

For each LOG (`kinds`, `sessions`, `announced`, `tensorboardx`) TensorBoard 2.21.0 was started as

    tensorboard --logdir tests/data/compat/LOG --load_fast=false --samples_per_plugin KEPT

where KEPT is 1000000 for each plugin, so that it samples nothing away, and then

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

from compat.questions import Question, questions

DATA = Path(__file__).resolve().parents[1] / "data/compat"


def main(log: str, url: str) -> None:
    """Ask everything, and write the answers beside the logs."""
    answers = [recorded(url, question) for question in questions(log)]
    text = json.dumps(answers, indent=1, ensure_ascii=False)
    (DATA / f"{log}.json").write_text(f"{text}\n", encoding="utf-8")


def recorded(url: str, question: Question) -> dict[str, Any]:
    """Return an answer: JSON as it is, long texts and bytes by their digest."""
    body = None if question.body is None else question.body.encode()
    headers = {"Content-Type": content_type(question)} if body else {}
    try:
        answer = urlopen(Request(f"{url}/data/{question.path}", body, headers))
    except HTTPError as error:
        return {**question._asdict(), "status": error.code}
    with answer:
        kind = answer.headers["content-type"]
        said = {"status": answer.status, "content_type": kind}
        return {**question._asdict(), **said, "content": content(kind, answer.read())}


def content_type(question: Question) -> str:
    """Return of which type what is posted is."""
    is_form = "timeseries" in question.path
    return "application/x-www-form-urlencoded" if is_form else "application/json"


def content(kind: str, body: bytes) -> object:
    """Return what an answer holds, in a form that can be compared and kept."""
    if kind == "application/json":
        return json.loads(body)
    if len(body) <= 1000 and kind.startswith("text/"):
        return body.decode()
    return hashlib.sha256(body).hexdigest()


if __name__ == "__main__":
    main(*sys.argv[1:])
