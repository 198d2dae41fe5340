"""Samples as text, in version 0.0.4 of Prometheus's exposition format.

https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

Labels = Mapping[str, str]
"""Values by the names of labels."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A number with its labels; `suffix` follows the name of its metric, as in `_bucket`."""

    value: float
    labels: Labels = field(default_factory=dict)
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class Metric:
    """Samples of one name; `text` is a sentence about them."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    text: str
    samples: Iterable[Sample]


def exposition(metrics: Iterable[Metric]) -> str:
    """Return the text of metrics, in their order."""
    lines: list[str] = []
    for metric in metrics:
        lines += (f"# HELP {metric.name} {metric.text}", f"# TYPE {metric.name} {metric.kind}")
        lines += (f"{metric.name}{_sample(each)}" for each in metric.samples)
    return "".join(f"{line}\n" for line in lines)


def _sample(sample: Sample) -> str:
    pairs = ",".join(f'{name}="{_escaped(value)}"' for name, value in sample.labels.items())
    labels = f"{{{pairs}}}" if pairs else ""
    value = sample.value
    text = str(int(value)) if float(value).is_integer() else repr(float(value))
    return f"{sample.suffix}{labels} {text}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
