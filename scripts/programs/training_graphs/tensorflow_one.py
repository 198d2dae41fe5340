"""Lets code of TensorFlow 1 find what it imports: `tensorflow` and `tensorflow.contrib`.

`tf_slim` is what became of the parts of `tensorflow.contrib` that models use. Other parts are
empty modules: models import them for TPUs and for input that is not read here.
"""

import importlib
import importlib.util
import sys
from types import ModuleType

import tensorflow.compat.v1 as tf
import tf_slim


class _Contrib(ModuleType):
    """`tensorflow.contrib`; an unknown part of it is an empty module."""

    def __getattr__(self, name: str) -> ModuleType:
        if name.startswith("__"):
            raise AttributeError(name)
        part = ModuleType(f"tensorflow.contrib.{name}")
        setattr(self, name, part)
        return part


def use_tensorflow_one() -> None:
    """Make `import tensorflow` mean version 1, with `contrib`, in modules imported from now on."""
    tf.disable_v2_behavior()
    use_legacy_layers()
    _ = (tf.keras.layers, tf.layers, tf.estimator.tpu)  # are loaded by the name `tensorflow`
    layers, util = ModuleType("tensorflow.contrib.layers"), ModuleType("tensorflow.contrib.util")
    for part in (tf_slim.layers, tf_slim):  # with regularizers and initializers
        vars(layers).update(vars(part))
    vars(util)["constant_value"] = tf.get_static_value
    parts = {"slim": tf_slim, "layers": layers, "framework": tf_slim, "util": util}
    contrib = _Contrib("tensorflow.contrib")
    vars(contrib).update(parts, tpu=tf.estimator.tpu)
    tf.contrib = contrib
    sys.modules["tensorflow"] = tf
    sys.modules["tensorflow.contrib"] = contrib
    sys.modules.update({f"tensorflow.contrib.{name}": part for name, part in parts.items()})


def use_legacy_layers() -> None:
    """Let `tensorflow.python.layers` find in Keras 2.15 what it looks for in `tf_keras`."""
    sys.modules["tf_keras"] = importlib.import_module("keras")
    legacy = "legacy_tf_layers"
    sys.modules[f"tf_keras.{legacy}"] = importlib.import_module(f"keras.src.{legacy}")
    for part in ("base", "convolutional", "core", "normalization", "pooling"):
        module = importlib.import_module(f"keras.src.{legacy}.{part}")
        sys.modules[f"tf_keras.{legacy}.{part}"] = module


def skip_package_init(package: str) -> None:
    """Import no `__init__` of a package: it would ask for packages that its models do not use.

    Raises:
        ModuleNotFoundError: the package is not installed.
    """
    spec = importlib.util.find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        raise ModuleNotFoundError(package)
    module = ModuleType(package)
    module.__path__ = list(spec.submodule_search_locations)
    sys.modules[package] = module
