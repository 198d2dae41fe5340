"""The camera, the lights and the material of a mesh."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.media.mesh_config import Camera, Light, Material, MeshConfig, mesh_config


def test_a_configuration_for_three_js() -> None:
    config = {
        "camera": {
            "cls": "PerspectiveCamera",
            "fov": 75,
            "near": 0.1,
            "position": [0, 1, 2.5],
            "lookAt": [0, 1, 0],
        },
        "lights": [
            {"cls": "AmbientLight", "color": "#ff8000", "intensity": 0.75},
            {"cls": "DirectionalLight", "color": 255, "position": [0, -1, 2]},
            {"cls": "PointLight", "color": "#f80", "intensity": 2},
            {"cls": "SpotLight"},
        ],
        "material": {"cls": "MeshStandardMaterial", "wireframe": True, "roughness": 0.2},
    }
    assert mesh_config(json.dumps(config)) == MeshConfig(
        Camera(75, 0.1, None, (0, 1, 2.5), (0, 1, 0)),
        (
            Light("ambient", 0xFF8000, 0.75, None),
            Light("directional", 0xFF, 1, (0, -1, 2)),
            Light("point", 0xFF8800, 2, None),
        ),
        Material("standard", is_wireframe=True, roughness=0.2),
    )


@pytest.mark.parametrize(
    ("material", "expected"),
    [
        ({"cls": "PointsMaterial", "size": 0.05}, Material(size=0.05)),
        ({"size": 3, "sizeAttenuation": False}, Material(size=3, has_pixel_size=True)),
        ({"color": "#a0a0a0", "opacity": 0.5}, Material(colour=0xA0A0A0)),
        ({"opacity": 0.5, "transparent": True}, Material(opacity=0.5)),
        ({"cls": "MeshBasicMaterial", "flatShading": False}, Material("basic", is_flat=False)),
        ({"cls": ["x"], "color": "grey", "size": -1, "metalness": 2, "opacity": "1"}, Material()),
    ],
)
def test_a_material_for_three_js(material: dict[str, object], expected: Material) -> None:
    assert mesh_config(json.dumps({"material": material})).material == expected


@pytest.mark.parametrize("text", ["", "[]", "{", "null", '{"camera": 3, "lights": {}}'])
def test_invalid_configurations_are_empty(text: str) -> None:
    assert mesh_config(text) == MeshConfig()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(-9, 9) | st.text(max_size=8),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3), inner),
)
cameras = st.dictionaries(
    st.sampled_from(["fov", "near", "far", "position", "lookAt"]), json_values
)
lights = st.dictionaries(
    st.sampled_from(["cls", "color", "intensity", "position"]),
    json_values | st.sampled_from(["AmbientLight", "DirectionalLight", "#00000g"]),
)
materials = st.dictionaries(
    st.sampled_from(["cls", "color", "opacity", "transparent", "size", "flatShading", "roughness"]),
    json_values | st.sampled_from(["MeshPhongMaterial", "#12345", "#1234567", 1 << 24, -1]),
)
configs = st.fixed_dictionaries(
    {
        "camera": cameras | json_values,
        "lights": st.lists(lights | json_values) | json_values,
        "material": materials | json_values,
    }
)


@given(configs)
def test_any_json_is_a_configuration(config: dict[str, object]) -> None:
    found = mesh_config(json.dumps(config))
    camera = found.camera
    if camera is not None and camera.near is not None and camera.far is not None:
        assert 0 < camera.near < camera.far
    colours = [light.colour for light in found.lights] + [found.material.colour or 0]
    assert all(0 <= colour <= 0xFFFFFF for colour in colours)
    assert found.material.size is None or found.material.size > 0
