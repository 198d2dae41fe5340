"""Locations of MLIR: paths of ops and lines of source."""

import pytest

from scopeboard.graph.hlo.mlir_locations import Locations

LINES = [
    '#loc1 = loc("/net/model.py":12:4 to :9)',
    '#loc2 = loc("run"(#loc1))',
    '#loc3 = loc("/venv/site-packages/flax/linen.py":8:4)',
    '#loc4 = loc("dense"(#loc3))',
    "#loc5 = loc(callsite(#loc4 at #loc2))",
    '#loc6 = loc("jit(f)/net/add"(#loc5))',
    "#loc7 = loc(fused[#loc6, #loc1])",
    "#loc8 = loc(#loc9)",
    "#loc9 = loc(#loc8)",
    '#loc10 = loc("params[\\"w\\"]")',
]


@pytest.mark.parametrize(
    ("text", "path", "source"),
    [
        ("#loc6", "jit(f)/net/add", 'File "/net/model.py", line 12, in run'),
        ("#loc4", "dense", 'File "/venv/site-packages/flax/linen.py", line 8, in dense'),
        ("#loc7", "", 'File "/net/model.py", line 12, in run'),
        ('"x"', "x", ""),
        ("#loc10", 'params["w"]', ""),
        ("#loc8", "", ""),
        ("#loc99", "", ""),
        ("unknown", "", ""),
    ],
)
def test_a_location_has_a_path_and_a_line(text: str, path: str, source: str) -> None:
    locations = Locations()
    for line in LINES:
        locations.add(line)
    assert locations.find(text) == (path, source)
