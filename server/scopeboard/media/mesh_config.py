"""How a mesh wants to be seen: what its author gave three.js, as far as it is a camera and lights.

TensorBoard hands the configuration on as it is; here it is checked, and what makes no sense of it
is left out.
"""

import math
from dataclasses import dataclass
from typing import Any, Final, Literal

import orjson

_MAX_BYTES: Final = 1 << 16
_MAX_LIGHTS: Final = 8
_DARKEST, _BRIGHTEST = 0, 0xFFFFFF
_LIGHTS: Final[dict[object, Literal["ambient", "directional"]]] = {
    "AmbientLight": "ambient",
    "DirectionalLight": "directional",
}
Place = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Camera:
    """Vertical field of view in degrees; what is nearer or farther is cut off; None: not said.

    Distances and `position` are in the units of the mesh.
    """

    fov: float | None
    near: float | None
    far: float | None
    position: Place | None


@dataclass(frozen=True, slots=True)
class Light:
    """A light: `colour` is 0xRRGGBB, `intensity` as three.js had it up to r154."""

    kind: Literal["ambient", "directional"]
    colour: int
    intensity: float
    position: Place | None


@dataclass(frozen=True, slots=True)
class MeshConfig:
    """What was said of a mesh; no lights where none were named."""

    camera: Camera | None = None
    lights: tuple[Light, ...] = ()
    is_wireframe: bool = False


def mesh_config(text: str) -> MeshConfig:
    """Return what a configuration says; one that cannot be read says nothing."""
    try:
        config = orjson.loads(text) if 0 < len(text) <= _MAX_BYTES else {}
    except orjson.JSONDecodeError:
        return MeshConfig()
    if not isinstance(config, dict):
        return MeshConfig()
    lights = config.get("lights")
    named = lights[:_MAX_LIGHTS] if isinstance(lights, list) else []
    found = [_light(light) for light in named if isinstance(light, dict)]
    return MeshConfig(
        _camera(config.get("camera")),
        tuple(light for light in found if light is not None),
        _part(config, "material").get("wireframe") is True,
    )


def _part(config: dict[str, Any], name: str) -> dict[str, Any]:
    part = config.get(name)
    return part if isinstance(part, dict) else {}


def _camera(camera: object) -> Camera | None:
    if not isinstance(camera, dict):
        return None
    fov = _number(camera.get("fov"), 1, 170)
    near, far = (_number(camera.get(name), 0, math.inf) for name in ("near", "far"))
    if near is not None and far is not None and near >= far:
        near = far = None
    return Camera(fov, near or None, far or None, _place(camera.get("position")))


def _light(light: dict[str, Any]) -> Light | None:
    name = light.get("cls")
    kind = _LIGHTS.get(name) if isinstance(name, str) else None
    if kind is None:
        return None
    intensity = _number(light.get("intensity"), 0, 1000)
    return Light(
        kind,
        _colour(light.get("color")),
        1.0 if intensity is None else intensity,
        _place(light.get("position")),
    )


def _colour(colour: object) -> int:
    """Return a colour given as a number or as `#rrggbb`; white for any other."""
    if isinstance(colour, int) and _DARKEST <= colour <= _BRIGHTEST:
        return int(colour)
    if isinstance(colour, str) and len(colour) == len("#rrggbb") and colour.startswith("#"):
        try:
            return int(colour[1:], 16)
        except ValueError:
            return _BRIGHTEST
    return _BRIGHTEST


def _number(value: object, low: float, high: float) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if low <= value <= high and math.isfinite(value) else None


def _place(value: object) -> Place | None:
    if not isinstance(value, list) or len(value) != len("xyz"):
        return None
    x, y, z = (_number(each, -math.inf, math.inf) for each in value)
    return None if x is None or y is None or z is None else (x, y, z)
