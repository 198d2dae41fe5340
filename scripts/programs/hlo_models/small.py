"""Small programs, as tests have them: FOLDER.

A classifier with a batch norm, control flow, a program on four devices, and a profile of two
programs. `oracle.json` has what XLA reads of each.
"""

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from programs.hlo_models import networks
from programs.hlo_models.__main__ import known_of, lowered, reading_of_text

Array = Any


def classifier(weights: networks.Weights, x: Array) -> Array:
    """Classify images of 8×8."""
    x = networks.named("stem", weights, networks.conv(4, 3), x)
    x = jax.nn.relu(networks.named("norm", weights, networks.batch_norm, x))
    for number in range(2):
        block = networks.inverted_residual(4, 1, 2)
        x = networks.named(f"block_{number}", weights, block, x)
    return networks.named("head", weights, networks.dense(3), x.mean((1, 2)))


def control(x: Array, w: Array) -> tuple[Array, ...]:
    """Run a loop, a conditional, a sort and a call."""

    def body(state: Array, step: Array) -> tuple[Array, Array]:
        return jnp.tanh(state @ w) + step, state.sum()

    with jax.named_scope("encoder"):
        y, sums = lax.scan(body, x, jnp.arange(3.0))
    z = lax.cond(sums.sum() > 0, lambda v: jax.nn.relu(v) * 2, jax.nn.softmax, y)
    rows = lax.switch(sums.argmax(), [jnp.subtract, jnp.multiply, jnp.add], y, z)
    return jnp.einsum("ij,jk->ik", z, w), *lax.top_k(rows, 2), jnp.sort(z)


def sharded() -> Any:  # noqa: ANN401 - JAX has no types of it
    """Return a program whose matrices are in parts on four devices."""
    mesh = Mesh(np.array(jax.devices()).reshape(2, 2), ("data", "model"))
    places = [
        NamedSharding(mesh, PartitionSpec("data", None)),
        NamedSharding(mesh, PartitionSpec(None, "model")),
    ]
    shapes = [jax.ShapeDtypeStruct((8, 8), jnp.float32, sharding=place) for place in places]

    def program(x: Array, w: Array) -> Array:
        return jax.nn.relu(x @ w).sum()

    return jax.jit(program).lower(*shapes)


def write_profile(file: Path) -> None:
    """Write a profile of two programs."""
    with tempfile.TemporaryDirectory() as folder:
        ones = jnp.ones((4, 4))
        program = jax.jit(control).lower(ones, ones).compile()
        with jax.profiler.trace(folder):
            jax.block_until_ready(program(ones, ones))
        (found,) = Path(folder).rglob("*.xplane.pb")
        shutil.copy(found, file)


def main(folder: Path) -> None:
    """Write the programs."""
    folder.mkdir(parents=True, exist_ok=True)
    images = jax.ShapeDtypeStruct((1, 8, 8, 3), jnp.float32)
    square = jax.ShapeDtypeStruct((4, 4), jnp.float32)
    programs = {
        "classifier": lowered(classifier, images),
        "control": (jax.jit(control).lower(square, square), 0),
        "sharded": (sharded(), 0),
    }
    oracle, texts = {}, {}
    for name, (program, count) in programs.items():
        (folder / f"{name}.mlir").write_text(program.as_text(debug_info=True))
        before = program.compiler_ir("hlo").get_hlo_module()
        (compiled,) = program.compile().runtime_executable().hlo_modules()
        for suffix, module in (("", before), ("_compiled", compiled)):
            data = module.as_serialized_hlo_module_proto()
            (folder / f"{name}{suffix}.hlo.pb").write_bytes(data)
            oracle[name + suffix] = known_of(module, count)
        texts[name] = reading_of_text(program.compiler_ir("stablehlo"))
    (folder / "oracle.json").write_text(json.dumps(oracle, separators=(",", ":")))
    (folder / "texts.json").write_text(json.dumps(texts, separators=(",", ":")))
    write_profile(folder / "profile.xplane.pb")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
