"""Shardings as text, and layouts."""

from typing import Any

import pytest

from graph.hlo.models import computation, module, parameter, read, shape
from scopeboard.graph.hlo.sharding import sharding_text
from scopeboard.wire import hlo_pb2 as wire


def tiled(**more: Any) -> wire.Sharding:  # noqa: ANN401
    """Return a sharding in two rows of tiles."""
    return wire.Sharding(type=3, tile_assignment_dimensions=[2, 1], **more)


@pytest.mark.parametrize(
    ("sharding", "text"),
    [
        (wire.Sharding(), "{replicated}"),
        (wire.Sharding(type=1, tile_assignment_devices=[3]), "{maximal device=3}"),
        (wire.Sharding(type=4), "{manual}"),
        (wire.Sharding(type=9), "{type 9}"),
        (tiled(tile_assignment_devices=[1, 0]), "{devices=[2,1]1,0}"),
        (tiled(iota_reshape_dims=[2]), "{devices=[2,1]<=[2]}"),
        (tiled(iota_reshape_dims=[2], last_tile_dims=[4]),
         "{devices=[2,1]<=[2] last_tile_dims={manual}}"),
        (wire.Sharding(type=2, tuple_shardings=[wire.Sharding()] * 2),
         "{{replicated}, {replicated}}"),
        (wire.Sharding(type=2, tuple_shardings=[wire.Sharding()] * 9),
         "{" + "{replicated}, " * 8 + "…}"),
        (tiled(tile_assignment_devices=range(99)),
         "{devices=[2,1]" + ",".join(map(str, range(64))) + ",…}"),
    ],
)  # fmt: skip
def test_a_sharding_is_written_as_xla_writes_it(sharding: wire.Sharding, text: str) -> None:
    assert sharding_text(sharding) == text


def test_a_layout_has_its_tiles_and_its_memory() -> None:
    tile = wire.Layout.Tile(dimensions=[8, 128])
    layout = wire.Layout(minor_to_major=[1, 0], tiles=[tile], memory_space=1)
    data = module(computation(1, parameter(1, shape=shape(8, 128, layout=layout))))
    assert read(data).computations[0].instructions[0].notes == [("layout", "{1,0:T(8,128)S(1)}")]
