"""A served log directory by names: what the checks and the crash loop ask of the dashboard."""

import json
import time
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode

from programs.bench.columns import Points, points_by_run
from programs.bench.serving import BINARY, Served, fetch
from tasks.errors import TaskError

PATIENCE_SECONDS = 300.0
POLL_SECONDS = 0.05


class LogApi:
    """Asks a running dashboard; runs are named as in the log directory."""

    def __init__(self, program: Served) -> None:
        self._program = program
        self._ids: dict[str, str] = {}

    def status(self) -> dict[str, Any]:
        """Return what `/api/status` says.

        Raises:
            OSError: it does not answer, yet or any more.
        """
        answer: dict[str, Any] = self._json("status")
        return answer

    def wait_until_ready(self) -> dict[str, Any]:
        """Return the status once everything is read.

        Raises:
            TaskError: it ended, or ran out of patience.
        """
        while self._program.seconds < PATIENCE_SECONDS:
            self._program.check()
            try:
                status = self.status()
                if status["loading"]["state"] == "ready":
                    self._ids = {run["name"]: run["id"] for run in self._json("runs")["runs"]}
                    return status
            except OSError:
                pass  # it does not listen yet
            time.sleep(POLL_SECONDS)
        raise TaskError(f"It was still reading after {PATIENCE_SECONDS:.0f} seconds.")

    def series(self) -> set[tuple[str, str]]:
        """Return the run and the tag of each series of scalars."""
        names = {run: name for name, run in self._ids.items()}
        tags = self._json("tags", kind="scalars")["tags"]
        return {(names[run], tag["tag"]) for tag in tags for run in tag["runs"]}

    def totals(self, tag: str) -> dict[str, int]:
        """Return how many points each run has of a tag of scalars, superseded ones included."""
        names = {run: name for name, run in self._ids.items()}
        series = self._json("scalars", tag=tag, points=1, superseded="true")["series"]
        return {names[one["run"]]: one["total"] for one in series}

    def points(self, tag: str, run: str) -> Points | None:
        """Return every point of a series, superseded ones included; None when there are none."""
        query = {"tag": tag, "run": self._ids[run], "points": 0, "superseded": "true"}
        body = fetch(self._url("scalars", query), accept=BINARY)
        return points_by_run(body).get(self._ids[run])

    def find_newest(self, tag: str, since: int) -> Points | None:
        """Return the points of a tag from a step on; None while there are none."""
        query = {"tag": tag, "points": 0, "from": since}
        try:
            found = points_by_run(fetch(self._url("scalars", query), accept=BINARY))
        except HTTPError:
            return None  # no run has the tag yet
        return next((points for points in found.values() if len(points.step)), None)

    def _json(self, path: str, **query: object) -> Any:  # noqa: ANN401 - any JSON value
        return json.loads(fetch(self._url(path, query)))

    def _url(self, path: str, query: dict[str, Any]) -> str:
        return f"{self._program.url}api/{path}?{urlencode(query)}"
