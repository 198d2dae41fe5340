"""The three.js settings of a mesh: camera, lights and material.

TensorBoard passes the configuration on unchecked; here invalid values are dropped.
"""

import math
import re
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec

from scopeboard.json_values import decode

_MAX_BYTES: Final = 1 << 16
_MAX_LIGHTS: Final = 8
_DARKEST, _BRIGHTEST = 0, 0xFFFFFF
_HEX: Final = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
LightKind = Literal["ambient", "directional", "point"]
Shading = Literal["basic", "lambert", "normal", "phong", "standard"]
_LIGHTS: Final[dict[object, LightKind]] = {
    "AmbientLight": "ambient",
    "DirectionalLight": "directional",
    "PointLight": "point",
}
_SHADINGS: Final[dict[object, Shading]] = {
    "MeshBasicMaterial": "basic",
    "MeshLambertMaterial": "lambert",
    "MeshNormalMaterial": "normal",
    "MeshPhongMaterial": "phong",
    "MeshPhysicalMaterial": "standard",
    "MeshStandardMaterial": "standard",
}
Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Camera:
    """Vertical field of view in degrees, and the clipping distances; None: not set.

    Distances, `position` and `look_at` are in the units of the mesh.
    """

    fov: float | None
    near: float | None
    far: float | None
    position: Point | None
    look_at: Point | None

    @classmethod
    def parse(cls, camera: object) -> "Camera | None":
        """Return the camera of a configuration, None without one."""
        if not isinstance(camera, dict):
            return None
        fov = _number(camera.get("fov"), 1, 170)
        near, far = (_number(camera.get(name), 0, math.inf) for name in ("near", "far"))
        if near is not None and far is not None and near >= far:
            near = far = None
        position, look_at = _point(camera.get("position")), _point(camera.get("lookAt"))
        return cls(fov, near or None, far or None, position, look_at)


@dataclass(frozen=True, slots=True)
class Light:
    """A light: `colour` is 0xRRGGBB, `intensity` in the units of three.js up to r154."""

    kind: LightKind
    colour: int
    intensity: float
    position: Point | None

    @classmethod
    def parse(cls, light: dict[str, Any]) -> "Light | None":
        """Return a light of a configuration, None for one of an unknown class."""
        name = light.get("cls")
        kind = _LIGHTS.get(name) if isinstance(name, str) else None
        if kind is None:
            return None
        intensity = _number(light.get("intensity"), 0, 1000)
        colour = _find_colour(light.get("color"))
        return cls(
            kind,
            _BRIGHTEST if colour is None else colour,
            1.0 if intensity is None else intensity,
            _point(light.get("position")),
        )


@dataclass(frozen=True, slots=True)
class Material:
    """The material of a surface or of points; None: not set.

    `colour` is 0xRRGGBB, for vertices without colours. `size` is the size of a point, in the units
    of the mesh, or in pixels if it does not depend on the distance (`has_pixel_size`). `opacity`,
    `roughness` and `metalness` are from 0 to 1; three.js ignores an opacity without `transparent`.
    """

    shading: Shading | None = None
    colour: int | None = None
    opacity: float | None = None
    size: float | None = None
    has_pixel_size: bool = False
    is_wireframe: bool = False
    is_flat: bool | None = None
    roughness: float | None = None
    metalness: float | None = None

    @classmethod
    def parse(cls, material: object) -> "Material":
        """Return the material of a configuration."""
        if not isinstance(material, dict):
            return cls()
        name, flat = material.get("cls"), material.get("flatShading")
        is_transparent = material.get("transparent") is True
        return cls(
            _SHADINGS.get(name) if isinstance(name, str) else None,
            _find_colour(material.get("color")),
            _number(material.get("opacity"), 0, 1) if is_transparent else None,
            _number(material.get("size"), 0, math.inf) or None,
            material.get("sizeAttenuation") is False,
            material.get("wireframe") is True,
            flat if isinstance(flat, bool) else None,
            *(_number(material.get(each), 0, 1) for each in ("roughness", "metalness")),
        )


@dataclass(frozen=True, slots=True)
class MeshConfig:
    """The configuration of a mesh; `lights` is empty if none are set."""

    camera: Camera | None = None
    lights: tuple[Light, ...] = ()
    material: Material = Material()


def mesh_config(text: str) -> MeshConfig:
    """Parse a configuration; an invalid one gives the defaults."""
    try:
        config = decode(text) if 0 < len(text) <= _MAX_BYTES else {}
    except msgspec.DecodeError:
        return MeshConfig()
    if not isinstance(config, dict):
        return MeshConfig()
    lights = config.get("lights")
    listed = lights[:_MAX_LIGHTS] if isinstance(lights, list) else []
    parsed = [Light.parse(light) for light in listed if isinstance(light, dict)]
    return MeshConfig(
        Camera.parse(config.get("camera")),
        tuple(light for light in parsed if light is not None),
        Material.parse(config.get("material")),
    )


def _find_colour(colour: object) -> int | None:
    """Return a colour from a number, `#rrggbb` or `#rgb`; None for other values."""
    if isinstance(colour, int) and not isinstance(colour, bool):
        return colour if _DARKEST <= colour <= _BRIGHTEST else None
    digits = _HEX.fullmatch(colour) if isinstance(colour, str) else None
    if digits is None:
        return None
    is_long = len(digits[1]) == len("rrggbb")
    long = digits[1] if is_long else "".join(2 * digit for digit in digits[1])
    return int(long, 16)


def _number(value: object, low: float, high: float) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if low <= value <= high and math.isfinite(value) else None


def _point(value: object) -> Point | None:
    if not isinstance(value, list) or len(value) != len("xyz"):
        return None
    x, y, z = (_number(each, -math.inf, math.inf) for each in value)
    return None if x is None or y is None or z is None else (x, y, z)
