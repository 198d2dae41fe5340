"""One model in three formats: it has as many parameters and multiply-adds in each.

`scripts/programs/exported_models/formats` and `hlo_models` write the files of
`tests/data/graph/formats` with PyTorch 2.13 and JAX 0.10.
"""

from typing import Final

import pytest

from graph.graphdefs import DATA
from programs.bench.exported_formats import amounts_of, compare_formats, graph_of

FOLDER: Final = DATA / "formats"
FILES: Final = sorted(FOLDER.iterdir())

PARAMETERS: Final = 3 * 8 * 9 + 2 * 8 + 4 * (8 * 8 + 8) + 2 * 8 + 8 * 5 + 5
"""A convolution, its norm, four matrices of attention with biases, a norm, a classifier."""
POSITIONS: Final = 8 * 8
MULTIPLY_ADDS: Final = POSITIONS * (3 * 8 * 9 + 4 * 8 * 8 + 2 * POSITIONS * 8) + 8 * 5


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_parameters_and_multiply_adds_are_those_of_the_layers(file: object) -> None:
    amounts = amounts_of(graph_of(FOLDER / str(file)))
    assert (amounts.parameters, amounts.multiply_adds) == (PARAMETERS, MULTIPLY_ADDS)


def test_formats_are_compared_and_differences_named() -> None:
    assert len(FILES) == 3
    assert compare_formats(FILES)[0] == []
    other = DATA / "torch_export" / "cnn.pt2"
    [parameters, products] = compare_formats([FILES[0], other])[0]
    assert parameters.startswith("parameters: small.hlo.pb")
    assert products.startswith("multiply-adds: small.hlo.pb")
