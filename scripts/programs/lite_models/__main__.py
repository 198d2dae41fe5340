"""Converts models to TFLite, and writes what TensorFlow reads of each: FOLDER [NAME…].

It runs in a Python that has TensorFlow, which no other part of the project uses. `NAME.tflite` is
the model; `NAME.json` has for each subgraph its ops with the numbers of their tensors, and name,
dtype and sizes of each tensor, and the number of elements of all weights that ops use. The first
five are those of the tests: a few ops each.
"""

import json
import sys
from collections.abc import Callable
from math import prod
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.lite.python import schema_py_generated as schema

Converter = Any
layers = tf.keras.layers


def small_network() -> Any:  # noqa: ANN401 - TensorFlow has no types
    """Return a network of five layers, of which a batch norm is folded."""
    image = tf.keras.Input((8, 8, 3), name="image")
    x = layers.Conv2D(4, 3, padding="same", name="conv")(image)
    x = layers.BatchNormalization(name="norm")(x)
    x = layers.ReLU(6.0, name="relu")(x)
    x = layers.DepthwiseConv2D(3, strides=2, name="depthwise")(x)
    x = layers.GlobalAveragePooling2D(name="pool")(x)
    return tf.keras.Model(image, layers.Dense(3, activation="softmax", name="head")(x))


def of_keras(model: Any) -> Converter:  # noqa: ANN401
    """Return a converter of a model of Keras."""
    return tf.lite.TFLiteConverter.from_keras_model(model)


def quantized(model: Any) -> Converter:  # noqa: ANN401
    """Return a converter that makes all numbers int8."""
    converter = of_keras(model)
    shape = [1, *model.input_shape[1:]]
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    examples = [[np.ones(shape, np.float32) * each] for each in (0, 1)]
    converter.representative_dataset = lambda: examples
    converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
    converter.inference_input_type = converter.inference_output_type = tf.int8
    return converter


class Steps(tf.Module):  # type: ignore[misc]
    """A loop, a conditional and a custom op, in two signatures."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = tf.Variable(tf.ones([4, 4]), name="weight")

    @tf.function(input_signature=[tf.TensorSpec([None, 4], name="x")])  # type: ignore[untyped-decorator]
    def step(self, x: Any) -> Any:  # noqa: ANN401
        """Multiply while the sum is small."""
        (x,) = tf.while_loop(
            lambda x: tf.reduce_sum(x) < 100.0, lambda x: (tf.nn.relu(x @ self.weight),), [x]
        )
        last = tf.cond(tf.reduce_sum(x) > 0.0, lambda: x + 1.0, lambda: x * 2.0)
        return {"y": last, "error": tf.math.betainc(x, x, tf.sigmoid(x))}

    @tf.function(input_signature=[tf.TensorSpec([2, 4], name="a")])  # type: ignore[untyped-decorator]
    def halve(self, a: Any) -> Any:  # noqa: ANN401
        """Return every other column."""
        return {"half": a[:, ::2], "rest": a[:, 1::2]}


def of_steps(names: list[str]) -> Converter:
    """Return a converter of signatures."""
    module = Steps()
    with TemporaryDirectory() as folder:
        tf.saved_model.save(module, folder, {name: getattr(module, name) for name in names})
        converter = tf.lite.TFLiteConverter.from_saved_model(folder, signature_keys=names)
        converter.target_spec.supported_ops = [
            tf.lite.OpsSet.TFLITE_BUILTINS,
            tf.lite.OpsSet.SELECT_TF_OPS,
        ]
        converter.allow_custom_ops = True
        return Fixed(converter.convert())


class Fixed:
    """What is converted already."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def convert(self) -> bytes:
        """Return it."""
        return self._data


def recurrent() -> Converter:
    """Return a converter of an LSTM over sequences of one length."""
    tokens = tf.keras.Input((5,), batch_size=1, dtype="int32", name="tokens")
    x = layers.Embedding(7, 4, name="embedding")(tokens)
    x = layers.LSTM(3, name="lstm")(x)
    return of_keras(tf.keras.Model(tokens, layers.Dense(2, name="head")(x)))


def application(name: str) -> Any:  # noqa: ANN401
    """Return a classifier of Keras."""
    return getattr(tf.keras.applications, name)(weights=None)


MODELS: dict[str, Callable[[], Converter]] = {
    "cnn": lambda: of_keras(small_network()),
    "cnn_int8": lambda: quantized(small_network()),
    "loop": lambda: of_steps(["step"]),
    "signatures": lambda: of_steps(["step", "halve"]),
    "lstm": recurrent,
    "mobilenet_v2": lambda: of_keras(application("MobileNetV2")),
    "mobilenet_v2_int8": lambda: quantized(application("MobileNetV2")),
    "mobilenet_v3": lambda: of_keras(application("MobileNetV3Small")),
    "resnet50": lambda: of_keras(application("ResNet50")),
    "efficientnet_b0": lambda: of_keras(application("EfficientNetB0")),
    "densenet121": lambda: of_keras(application("DenseNet121")),
    "nasnet_mobile": lambda: of_keras(application("NASNetMobile")),
}


def names_of(numbers: type) -> dict[int, str]:
    """Return the names of an enumeration of the schema by their numbers."""
    return {value: name for name, value in vars(numbers).items() if isinstance(value, int)}


OPS, DTYPES = names_of(schema.BuiltinOperator), names_of(schema.TensorType)


def reading_of(data: bytes) -> dict[str, Any]:
    """Return what TensorFlow's own code reads of a model."""
    model = schema.ModelT.InitFromPackedBuf(data, 0)
    codes = [
        (each.customCode or b"").decode() or OPS[max(each.builtinCode, each.deprecatedBuiltinCode)]
        for each in model.operatorCodes
    ]
    subgraphs, weights = [], 0
    for graph in model.subgraphs:
        tensors, used = [], {int(number) for each in graph.operators for number in each.inputs}
        for number, tensor in enumerate(graph.tensors):
            sizes = tensor.shapeSignature if tensor.shapeSignature is not None else tensor.shape
            sizes = [] if sizes is None else [int(each) for each in sizes]
            tensors.append([tensor.name.decode(), DTYPES[tensor.type].lower(), sizes])
            has_data = model.buffers[tensor.buffer].data is not None
            quantization = tensor.quantization
            is_scaled = quantization is not None and quantization.scale is not None
            is_floating = DTYPES[tensor.type] in {"FLOAT32", "FLOAT16"}
            if number in used and sizes and has_data and (is_floating or is_scaled):
                weights += prod(sizes)
        ops = [
            [
                codes[each.opcodeIndex],
                *([int(number) for number in listed] for listed in (each.inputs, each.outputs)),
            ]
            for each in graph.operators
        ]
        ends = [[int(number) for number in listed] for listed in (graph.inputs, graph.outputs)]
        subgraphs.append({"tensors": tensors, "ops": ops, "inputs": ends[0], "outputs": ends[1]})
    return {"subgraphs": subgraphs, "weights": weights}


def main(folder: Path, names: list[str]) -> None:
    """Write the models."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names or MODELS:
        data = MODELS[name]().convert()
        (folder / f"{name}.tflite").write_bytes(data)
        (folder / f"{name}.json").write_text(json.dumps(reading_of(data)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
