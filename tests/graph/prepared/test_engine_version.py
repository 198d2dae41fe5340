"""Stored results belong to a version of the engine: other results have another version."""

from dataclasses import fields
from hashlib import blake2b

from graph.graphdefs import ops, real_graph
from scopeboard.graph.prepared import column_file
from scopeboard.graph.prepared.prepared_graph import prepare_graph

LAYER = ("Conv2D", "BiasAdd", "Relu", "Conv2D", "Softplus", "Tanh")
KNOWN = (23, "fdd9ec26b417bfe3")


def flat_model(layers: int) -> bytes:
    """Return layers without scopes, whose ops have numbers for names."""
    count = layers * len(LAYER)
    chain = [f"node_{n} {LAYER[n % len(LAYER)]} node_{n - 1}" for n in range(1, count)]
    return ops("node_0 Placeholder", *chain)


def crowd(count: int) -> bytes:
    """Return a chain of ops in one scope with too many boxes."""
    return ops(*[f"s/{chr(97 + n % 26)}{n // 26}x Neg s/w{n}" for n in range(count)])


def test_other_results_have_another_version() -> None:
    """When this fails because results changed, raise `_ENGINE`, and enter both here."""
    digest = blake2b(digest_size=8)
    graphs = [real_graph(name) for name in ("seed_mnist", "torch_cnn", "traced_while")]
    for data in (*graphs, flat_model(20), crowd(80)):
        derived = prepare_graph(data).derived
        tree = derived.tree
        digest.update("\n".join(map(tree.path, range(tree.parent.size))).encode())
        digest.update(derived.structures.astype("<i8").tobytes())
        for costs in (derived.op_costs, derived.row_costs):
            for field in fields(costs):
                digest.update(getattr(costs, field.name).astype("<i8").tobytes())
    assert (column_file._ENGINE, digest.hexdigest()) == KNOWN
