"""Estimators: wide and deep of TensorFlow, the U-Net of `spleeter`."""

import json
import tempfile
from importlib.resources import files
from pathlib import Path

import numpy as np
import tensorflow.compat.v1 as tf

from programs.training_graphs.event_log import write_event_file

ROWS = 256
STEPS = 30
JOBS = ("Exec-managerial", "Prof-specialty", "Tech-support", "Sales")
RELATIONS = ("Husband", "Wife", "Unmarried", "Own-child", "Not-in-family")


def _train(estimator: tf.estimator.Estimator, rows: dict[str, np.ndarray], folder: Path) -> None:
    """Train and evaluate; keep the event files, not the checkpoints."""
    labels = np.random.default_rng(1).integers(0, 2, ROWS)

    def examples() -> tf.data.Dataset:
        return tf.data.Dataset.from_tensor_slices((rows, labels)).repeat().batch(40)

    estimator.train(examples, steps=STEPS)
    estimator.evaluate(examples, steps=2)
    logged = Path(estimator.model_dir)
    for file in logged.rglob("events.out.tfevents.*"):
        target = folder / file.relative_to(logged)
        target.parent.mkdir(parents=True, exist_ok=True)
        file.rename(target)


def wide_and_deep(folder: Path) -> None:
    """The canned wide and deep classifier on columns of the census, trained and evaluated."""
    column = tf.feature_column
    numbers = ("age", "education_num", "capital_gain", "capital_loss", "hours_per_week")
    random = np.random.default_rng(0)
    rows = {name: random.uniform(0, 90, ROWS).astype(np.float32) for name in numbers}
    rows["occupation"] = random.choice(JOBS, ROWS)
    rows["relationship"] = random.choice(RELATIONS, ROWS)
    numeric = [column.numeric_column(name) for name in numbers]
    ages = column.bucketized_column(numeric[0], [18, 25, 30, 35, 40, 45, 50, 55, 60, 65])
    job = column.categorical_column_with_hash_bucket("occupation", 1000)
    relation = column.categorical_column_with_vocabulary_list("relationship", RELATIONS)
    crossed = column.crossed_column([ages, "occupation"], 1000)
    with tempfile.TemporaryDirectory() as scratch:
        classifier = tf.estimator.DNNLinearCombinedClassifier(
            model_dir=scratch,
            linear_feature_columns=[ages, job, relation, crossed],
            dnn_feature_columns=[
                *numeric,
                column.indicator_column(relation),
                column.embedding_column(job, 8),
            ],
            dnn_hidden_units=[100, 75, 50, 25],
            config=tf.estimator.RunConfig(save_summary_steps=10),
        )
        _train(classifier, rows, folder)


def spleeter_unet(folder: Path) -> None:
    """Separation of four instruments, each by a U-Net of its own."""
    from spleeter.model import model_fn  # noqa: PLC0415

    tf.disable_v2_behavior()
    params = json.loads(files("spleeter").joinpath("resources", "4stems.json").read_text())
    batch = [4, params["T"], params["F"], params["n_channels"]]
    with tf.Graph().as_default() as graph:
        names = [f"{name}_spectrogram" for name in ("mix", *params["instrument_list"])]
        songs = tf.data.Dataset.range(1000).repeat()
        read = songs.map(lambda _: {name: tf.random.uniform(batch[1:]) for name in names})
        read = read.batch(batch[0], drop_remainder=True)
        features = tf.data.make_one_shot_iterator(read).get_next()
        labels = {name: part for name, part in features.items() if name != "mix_spectrogram"}
        spec = model_fn(
            {"mix_spectrogram": features["mix_spectrogram"]},
            labels,
            tf.estimator.ModeKeys.TRAIN,
            {"learning_rate": 1e-4, **params},
        )
        tf.summary.scalar("loss", spec.loss)
    write_event_file(folder, graph)
