"""What a mesh says of its camera and lights."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.media.mesh_config import Camera, Light, MeshConfig, mesh_config


def test_a_configuration_for_three_js() -> None:
    config = {
        "camera": {"cls": "PerspectiveCamera", "fov": 75, "near": 0.1, "position": [0, 1, 2.5]},
        "lights": [
            {"cls": "AmbientLight", "color": "#ff8000", "intensity": 0.75},
            {"cls": "DirectionalLight", "color": 255, "position": [0, -1, 2]},
            {"cls": "SpotLight"},
        ],
        "material": {"cls": "MeshStandardMaterial", "wireframe": True},
    }
    assert mesh_config(json.dumps(config)) == MeshConfig(
        Camera(75, 0.1, None, (0, 1, 2.5)),
        (Light("ambient", 0xFF8000, 0.75, None), Light("directional", 0xFF, 1, (0, -1, 2))),
        is_wireframe=True,
    )


@pytest.mark.parametrize("text", ["", "[]", "{", "null", '{"camera": 3, "lights": {}}'])
def test_what_makes_no_sense_says_nothing(text: str) -> None:
    assert mesh_config(text) == MeshConfig()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(-9, 9) | st.text(max_size=8),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3), inner),
)
cameras = st.dictionaries(st.sampled_from(["fov", "near", "far", "position"]), json_values)
lights = st.dictionaries(
    st.sampled_from(["cls", "color", "intensity", "position"]),
    json_values | st.sampled_from(["AmbientLight", "DirectionalLight", "#00000g"]),
)
configs = st.fixed_dictionaries(
    {"camera": cameras | json_values, "lights": st.lists(lights | json_values) | json_values}
)


@given(configs)
def test_any_json_is_a_configuration(config: dict[str, object]) -> None:
    found = mesh_config(json.dumps(config))
    camera = found.camera
    if camera is not None and camera.near is not None and camera.far is not None:
        assert 0 < camera.near < camera.far
    assert all(0 <= light.colour <= 0xFFFFFF for light in found.lights)
