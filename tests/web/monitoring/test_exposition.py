"""The text format of Prometheus."""

import math

from hypothesis import given
from hypothesis import strategies as st

from scopeboard.web.monitoring.exposition import Metric, Sample, exposition
from tools.prometheus import parse


def test_writes_help_type_and_samples_in_order() -> None:
    metrics = [
        Metric("a_total", "counter", "Things.", [Sample(3, {"kind": 'x"\\\n'}), Sample(0.25)]),
        Metric("b", "gauge", "Others.", []),
        Metric("c", "histogram", "Times.", [Sample(2, {"le": "+Inf"}, "_bucket")]),
    ]
    assert exposition(metrics) == (
        "# HELP a_total Things.\n"
        "# TYPE a_total counter\n"
        'a_total{kind="x\\"\\\\\\n"} 3\n'
        "a_total 0.25\n"
        "# HELP b Others.\n"
        "# TYPE b gauge\n"
        "# HELP c Times.\n"
        "# TYPE c histogram\n"
        'c_bucket{le="+Inf"} 2\n'
    )


@given(
    st.dictionaries(st.sampled_from(["route", "method", "le"]), st.text()),
    st.floats(allow_nan=False, allow_infinity=False) | st.integers(0, 2**60),
)
def test_what_is_written_can_be_read_back(labels: dict[str, str], value: float) -> None:
    text = exposition([Metric("x", "gauge", "Anything.", [Sample(value, labels)])])
    [((name, read), number)] = parse(text).items()
    assert (name, dict(read)) == ("x", labels)
    assert math.isclose(number, value, rel_tol=1e-15)
