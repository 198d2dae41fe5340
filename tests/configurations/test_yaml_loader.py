"""YAML as programs write it, and as nobody should."""

import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scopeboard.configurations.yaml_loader import load_yaml


def test_tags_of_python_make_plain_values() -> None:
    text = """
betas: !!python/tuple [0.9, 0.999]
model: !!python/object:model.Config {width: 64}
loss: !!python/name:torch.nn.functional.mse_loss ''
kind: !Kind adam
"""
    assert load_yaml(text) == {
        "betas": [0.9, 0.999],
        "model": {"width": 64},
        "loss": "",
        "kind": "adam",
    }


def test_nothing_is_run(capfd: pytest.CaptureFixture[str]) -> None:
    assert load_yaml("a: !!python/object/apply:os.system ['echo ran']") == {"a": ["echo ran"]}
    assert capfd.readouterr().out == ""


@given(some.floats(allow_nan=False, allow_infinity=False))
def test_numbers_with_an_exponent_are_numbers(value: float) -> None:
    assert load_yaml(f"a: {value!r}") == {"a": value}
    assert math.isclose(load_yaml(f"a: {value:.12e}")["a"], value, rel_tol=1e-9)  # type: ignore[index]


def test_merged_mappings_do_not_grow_without_bound() -> None:
    lines = ["a0: &a0 {x: 1, y: 2}"]
    for level in range(1, 30):
        again = ", ".join([f"*a{level - 1}"] * 10)
        lines.append(f"a{level}: &a{level} {{<<: [{again}], z: {level}}}")
    value = load_yaml("\n".join(lines))
    assert isinstance(value, dict)
    assert value["a29"] == {"x": 1, "y": 2, "z": 29}


def test_a_deep_nesting_is_refused_before_it_can_end_the_process() -> None:
    program = (
        "import threading\n"
        "from scopeboard.configurations.yaml_loader import load_yaml\n"
        "def read():\n"
        "    for text in '[' * 990 + ']' * 990, '- ' * 50_000, '{a: ' * 900 + '}' * 900:\n"
        "        try: load_yaml(text)\n"
        "        except ValueError as error: print(error)\n"
        "thread = threading.Thread(target=read); thread.start(); thread.join()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0
    assert done.stdout.splitlines() == [": nested more than 100 levels deep"] * 3
