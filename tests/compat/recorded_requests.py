"""The requests to both programs, log by log: paths below `/data/`, some with a body."""

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

_ALL: Final = ["STATUS_UNKNOWN", "STATUS_SUCCESS", "STATUS_FAILURE", "STATUS_RUNNING"]
_GROUPS: Final = {"allowedStatuses": _ALL, "sliceSize": 100}
_ACCURACY: Final = {"group": "eval", "tag": "acc"}


class RecordedRequest(NamedTuple):
    """A path with its query, and a body; without one it is a GET."""

    path: str
    body: str | None = None


def recorded_requests(log: str) -> list[RecordedRequest]:
    """Return the requests for a log.

    Its contents are `kinds` of values, meshes of `tensorboardx`, or `sessions` (`announced`).
    """
    by_log = {"kinds": _of_kinds, "tensorboardx": _of_tensorboardx}
    return [*by_log.get(log, _of_sessions)()]


def _get(path: str, **query: object) -> RecordedRequest:
    return RecordedRequest(f"plugin/{path}?{urlencode(query)}" if query else f"plugin/{path}")


def _of_kinds() -> Iterator[RecordedRequest]:
    yield RecordedRequest("plugins_listing")
    yield from _of_graphs()
    for plugin in ("histograms", "distributions"):
        yield _get(f"{plugin}/{plugin}", run="traces", tag="h")
        yield _get(f"{plugin}/{plugin}", run="traces", tag="nope")
    for form in ("json", "csv"):
        yield _get("scalars/scalars", run="traces", tag="s", format=form)
        yield _get("custom_scalars/download_data", run="traces", tag="s", format=form)
    yield _get("scalars/scalars", run="nope", tag="s")
    yield _get("text/text", run="traces", tag="tx", markdown="true")
    yield _get("text/text", run="nope", tag="tx")
    for tag in ("curve", "other", "raw"):
        yield _get("pr_curves/pr_curves", run="pr", tag=f"{tag}/pr_curves")
    yield _get("pr_curves/pr_curves", run="pr", tag="nope")
    yield _get("custom_scalars/layout")
    for pattern in ("s", "[st]", "(", "", "nope"):
        yield _get("custom_scalars/scalars", run="traces", tag=pattern)
    yield from _of_meshes()
    yield from _of_time_series()
    yield from _of_embeddings()


def _of_graphs() -> Iterator[RecordedRequest]:
    yield _get("graphs/info")
    for tag in ("func", "nested", "seq", "twoout"):
        yield _get("graphs/graph", run="keras", tag=tag, conceptual="true")
    yield _get("graphs/graph", run="traces", tag="several")
    limit: dict[str, Any] = {"limit_attr_size": 40, "large_attrs_key": "_large"}
    yield _get("graphs/graph", run="traces", tag="one", **limit)
    yield _get("graphs/graph", run="traces", tag="nope")
    yield _get("graphs/graph", run="traces")
    yield _get("graphs/graph")
    yield _get("graphs/graph", run="traces", tag="one", limit_attr_size="x")
    yield _get("graphs/run_metadata", run="traces", tag="nope")
    yield _get("graphs/run_metadata", run="traces")


def _of_meshes() -> Iterator[RecordedRequest]:
    yield _get("mesh/tags")
    for tag in ("m1", "m2", "nope"):
        yield _get("mesh/meshes", run="mesh", tag=tag)
    for part in ("VERTEX", "FACE", "COLOR", "OTHER"):
        yield _get("mesh/data", run="mesh", tag="m1", content_type=part, step=2, sample=1)
    yield _get("mesh/data", run="mesh", tag="m1", content_type="VERTEX", step=1)


def _of_tensorboardx() -> Iterator[RecordedRequest]:
    yield _get("mesh/tags")
    for tag in ("mesh", "cloud", "nested/shape"):
        yield _get("mesh/meshes", run="meshes", tag=tag)
    for part in ("VERTEX", "FACE", "COLOR"):
        yield _get("mesh/data", run="meshes", tag="mesh", content_type=part, step=1, sample=0)


def _of_time_series() -> Iterator[RecordedRequest]:
    yield _get("timeseries/tags")
    requests: list[dict[str, Any]] = [
        {"plugin": "scalars", "tag": "s"},
        {"plugin": "scalars", "tag": "s", "run": "traces"},
        {"plugin": "scalars", "tag": "s", "run": "nope"},
        {"plugin": "histograms", "tag": "h", "run": "traces"},
        {"plugin": "histograms", "tag": "h"},
        {"plugin": "images", "tag": "im", "run": "traces", "sample": 9},
        {"plugin": "images", "tag": "im", "run": "traces"},
        {"plugin": "text", "tag": "tx"},
        {},
    ]
    text = json.dumps(requests)
    yield _get("timeseries/timeSeries", requests=text)
    yield RecordedRequest("plugin/timeseries/timeSeries", urlencode({"requests": text}))
    yield _get("timeseries/timeSeries", requests="x")
    yield _get("timeseries/timeSeries")


def _of_embeddings() -> Iterator[RecordedRequest]:
    yield _get("projector/runs")
    yield _get("projector/info", run="embedded")
    yield _get("projector/info", run="nope")
    for file in ("tensor", "metadata", "bookmarks", "sprite_image"):
        yield _get(f"projector/{file}", run="embedded", name="words")
        yield _get(f"projector/{file}", run="embedded", name="nope")
    yield _get("projector/tensor", run="embedded", name="raw", num_rows=2)
    yield _get("projector/metadata", run="embedded", name="words:0", num_rows=2)
    yield _get("projector/metadata", run="embedded", name="raw")
    yield _get("projector/tensor", run="embedded", name="words", num_rows=0)


def _of_sessions() -> Iterator[RecordedRequest]:
    for message in ({}, {"include_metrics": False, "hparamsLimit": 2}, {"unknown": 1}):
        yield _hparams("experiment", message)
    for message in _group_requests():
        yield _hparams("session_groups", message)
    yield _get("hparams/session_groups", request=json.dumps(_GROUPS))
    yield _get("hparams/session_groups")
    yield _hparams("metric_evals", {"sessionName": "s1", "metricName": _ACCURACY})
    yield _hparams("metric_evals", {"session_name": "nope", "metric_name": _ACCURACY})
    for form in ("json", "csv", "latex", "other"):
        query = {"format": form, "columnsVisibility": "[1, 0, 1, 1, 1, 1, 1]"}
        yield _get("hparams/download_data", request=json.dumps(_GROUPS), **query)


def _group_requests() -> Iterator[dict[str, Any]]:
    yield {}
    yield {"allowed_statuses": ["STATUS_SUCCESS", 3], "slice_size": 3}
    yield {**_GROUPS, "sliceSize": 2, "startIndex": 1}
    for kind in ("AVG", "MEDIAN", "MIN", "MAX"):
        aggregation = {
            "aggregationType": f"AGGREGATION_{kind}",
            "aggregationMetric": {"tag": "loss"},
        }
        yield {**_GROUPS, **aggregation}
    yield {**_GROUPS, "aggregationType": "AGGREGATION_OTHER"}
    for column in _columns():
        yield {**_GROUPS, "includeMetrics": "metric" in column, "colParams": [column]}


def _columns() -> Iterator[dict[str, Any]]:
    yield {"hparam": "lr", "order": "ORDER_ASC"}
    yield {"metric": _ACCURACY, "order": "ORDER_DESC"}
    for order in ("ORDER_ASC", "ORDER_DESC"):
        for is_first in (False, True):
            yield {"hparam": "extra", "order": order, "missingValuesFirst": is_first}
    yield {"hparam": "lr", "filterInterval": {"minValue": 0.1, "maxValue": 0.25}}
    yield {"hparam": "opt", "filterRegexp": "s.d"}
    yield {"hparam": "lr", "filterRegexp": "s.d"}
    yield {"hparam": "flag", "filterDiscrete": [True]}
    yield {"hparam": "extra", "excludeMissingValues": True}
    yield {"hparam": "lr", "includeInResult": True}
    yield {}


def _hparams(path: str, message: dict[str, Any]) -> RecordedRequest:
    return RecordedRequest(f"plugin/hparams/{path}", json.dumps(message))
