"""Requests to a program over HTTP: whether everything is read, and the requests of a page.

Two programs, two dialects: Scopeboard's own API, and TensorBoard's.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Protocol
from urllib.parse import urlencode

from programs.bench.columns import points_by_run
from programs.bench.contents import Contents
from programs.bench.serving import BINARY, fetch

Question = Callable[[], list[bytes]]
"""Asks once; returns the bodies of all answers it took."""


class Dialect(Protocol):
    """The questions in the words of one program."""

    def __init__(self, url: str, contents: Contents) -> None: ...

    def is_complete(self) -> bool:
        """Return whether all tags are served, and the last step of the last tag for all its runs.

        Raises:
            OSError: it does not answer yet.
            LookupError: it does not know of a tag yet.
        """

    def questions(self) -> dict[str, Question]:
        """Return the questions by name."""

    def points(self, body: bytes) -> int:
        """Return how many points or buckets of one series an answer holds."""


class Scopeboard:
    """Asks `/api`. A tag's runs come in one answer, as JSON and as the page takes it, in binary."""

    def __init__(self, url: str, contents: Contents) -> None:
        self._url, self._contents = f"{url}api/", contents

    def is_complete(self) -> bool:
        """See `Dialect`."""
        if self._json("status")["loading"]["state"] != "ready":
            return False
        names = {run["id"]: run["name"] for run in self._json("runs")["runs"]}
        if len(names) < self._contents.runs:
            return False
        tags = self._json("tags", kind=self._contents.kind)["tags"]
        held = {tag["tag"]: {names[run] for run in tag["runs"]} for tag in tags}
        wanted = self._contents.tags
        if any(held.get(tag, set()) < runs.keys() for tag, runs in wanted.items()):
            return False
        return self._contents.kind != "scalars" or self._has_last_steps(names)

    def questions(self) -> dict[str, Question]:
        """See `Dialect`."""
        kind, tag = self._contents.kind, self._contents.last_tag
        asked: dict[str, Question] = {"tag list": self._ask("tags", {"kind": kind})}
        if kind != "scalars":
            return asked
        ids = {run["name"]: run["id"] for run in self._json("runs")["runs"]}
        run = ids[max(self._contents.tags[tag])]
        return {
            "one series": self._ask("scalars", {"tag": tag, "run": run}),
            "one series, binary": self._ask("scalars", {"tag": tag, "run": run}, BINARY),
            "one tag, all runs": self._ask("scalars", {"tag": tag}),
            "one tag, all runs, binary": self._ask("scalars", {"tag": tag}, BINARY),
            **asked,
        }

    def points(self, body: bytes) -> int:
        """See `Dialect`."""
        (series,) = json.loads(body)["series"]
        return len(series["wall_time"] if series["raw"] else series["x"])

    def _has_last_steps(self, names: dict[str, str]) -> bool:
        tag, runs = self._contents.last_tag, self._contents.tags[self._contents.last_tag]
        since = min(series.last_step for series in runs.values())
        (body,) = self._ask("scalars", {"tag": tag, "points": 0, "from": since}, BINARY)()
        last = {names[run]: points.step for run, points in points_by_run(body).items()}
        return all(run in last and series.last_step in last[run] for run, series in runs.items())

    def _json(self, path: str, **query: object) -> Any:  # noqa: ANN401 - any JSON value
        (body,) = self._ask(path, query)()
        return json.loads(body)

    def _ask(
        self, path: str, query: Mapping[str, object], accept: str = "application/json"
    ) -> Question:
        url = f"{self._url}{path}?{urlencode(query)}"
        return lambda: [fetch(url, accept=accept)]


class TensorBoard:
    """Asks `/data/plugin`. The runs of a tag come in one answer for scalars, else one by one."""

    def __init__(self, url: str, contents: Contents) -> None:
        self._url, self._contents = f"{url}data/plugin/{contents.kind}/", contents
        self._runs = contents.tags[contents.last_tag]

    def is_complete(self) -> bool:
        """See `Dialect`."""
        held = json.loads(fetch(f"{self._url}tags"))
        for tag, runs in self._contents.tags.items():
            if not all(tag in held[run] for run in runs):
                return False
        last = self._last_steps()
        return all(last[run] == series.last_step for run, series in self._runs.items())

    def questions(self) -> dict[str, Question]:
        """See `Dialect`."""
        return {
            "one series": lambda: [self._series(max(self._runs))],
            "one tag, all runs": self._all_runs,
            "tag list": lambda: [fetch(f"{self._url}tags")],
        }

    def points(self, body: bytes) -> int:
        """See `Dialect`."""
        return len(json.loads(body))

    def _all_runs(self) -> list[bytes]:
        if self._contents.kind != "scalars":
            return [self._series(run) for run in self._runs]
        fields = [("tag", self._contents.last_tag), *(("runs", run) for run in self._runs)]
        return [fetch(f"{self._url}scalars_multirun", form=urlencode(fields).encode())]

    def _last_steps(self) -> dict[str, int]:
        bodies = self._all_runs()
        if self._contents.kind == "scalars":
            return {run: rows[-1][1] for run, rows in json.loads(bodies[0]).items()}
        rows = [json.loads(body)[-1] for body in bodies]
        steps = [row["step"] if isinstance(row, dict) else row[1] for row in rows]
        return dict(zip(self._runs, steps, strict=True))

    def _series(self, run: str) -> bytes:
        query = {"run": run, "tag": self._contents.last_tag}
        if self._contents.kind == "images":
            query["sample"] = "0"
        return fetch(f"{self._url}{self._contents.kind}?{urlencode(query)}")
