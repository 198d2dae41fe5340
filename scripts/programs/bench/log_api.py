"""A served log directory by names, for the comparison and the crash loop."""

import json
import time
from collections.abc import Callable, Iterable
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode

from programs.bench.columns import Points, points_by_run
from programs.bench.serving import BINARY, fetch
from tasks.errors import TaskError

TIMEOUT_SECONDS = 300.0
POLL_SECONDS = 0.05
NOT_FOUND = 404


class LogApi:
    """Asks a running dashboard; runs are named as in the log directory.

    Args:
        url: the root of the dashboard.
        check: called while it is waited for; raises when there is nothing to wait for any more.
    """

    def __init__(self, url: str, check: Callable[[], None] = lambda: None) -> None:
        self._url, self._check = f"{url}api/", check

    def status(self) -> dict[str, Any]:
        """Return the response of `/api/status`.

        Raises:
            OSError: it does not answer, yet or any more.
        """
        answer: dict[str, Any] = self._json("status")
        return answer

    def wait_until_ready(self) -> dict[str, Any]:
        """Return the status once everything is read.

        Raises:
            TaskError: the timeout passed.
        """
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while time.monotonic() < deadline:
            self._check()
            try:
                status = self.status()
                if status["loading"]["state"] == "ready":
                    return status
            except OSError:
                pass  # it does not listen yet
            time.sleep(POLL_SECONDS)
        raise TaskError(f"It was still reading after {TIMEOUT_SECONDS:.0f} seconds.")

    def runs(self) -> dict[str, str]:
        """Return the id of each run, by name."""
        return {run["name"]: run["id"] for run in self._json("runs")["runs"]}

    def series(self) -> set[tuple[str, str]]:
        """Return the run and the tag of each series of scalars."""
        names = {run: name for name, run in self.runs().items()}
        tags = self._json("tags", kind="scalars")["tags"]
        return {(names[run], tag["tag"]) for tag in tags for run in tag["runs"]}

    def totals(self, tag: str) -> dict[str, int]:
        """Return how many points each run has of a tag of scalars, superseded ones included."""
        names = {run: name for name, run in self.runs().items()}
        series = self._json("scalars", tag=tag, points=1, superseded="true")["series"]
        return {names[one["run"]]: one["total"] for one in series}

    def points(self, tag: str, ids: Iterable[str], since: int | None = None) -> dict[str, Points]:
        """Return every point of a tag, from a step on, by the id of the run.

        Superseded points are included, and runs without the tag are left out.
        """
        query = [("tag", tag), ("points", 0), ("superseded", "true"), *(("run", i) for i in ids)]
        query += [] if since is None else [("from", since)]
        try:
            body = fetch(f"{self._url}scalars?{urlencode(query)}", accept=BINARY)
        except HTTPError as error:
            if error.code == NOT_FOUND:
                return {}
            raise
        return points_by_run(body)

    def _json(self, path: str, **query: object) -> Any:  # noqa: ANN401 - any JSON value
        return json.loads(fetch(f"{self._url}{path}?{urlencode(query)}"))
