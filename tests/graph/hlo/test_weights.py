"""Which parameters are weights, by their names."""

import pytest

from scopeboard.graph.hlo.weights import last_key, weight_kind


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("params['Dense_0']['kernel']", "trained"),
        ("state.params['w']", "trained"),
        ("variables['params']['bn']['scale']", "trained"),
        ("variables['batch_stats']['bn']['mean']", "fixed"),
        ("model.layers[0].weight.value", "trained"),
        ("state.opt_state[0].mu['params']['w']", "input"),
        ("batch['image']", "input"),
        ("x", "input"),
        ("params", "input"),
        ("", "input"),
    ],
)
def test_a_weight_is_an_element_of_a_tree_of_weights(path: str, kind: str) -> None:
    assert weight_kind(path) == kind


def test_a_weight_is_called_by_its_last_key() -> None:
    assert last_key("params['Dense_0']['kernel']") == "kernel"
    assert last_key("") == ""
