"""Recurrent models of the package `magenta`: while loops, sampling, variational losses."""

from pathlib import Path

import tensorflow.compat.v1 as tf

from programs.training_graphs.event_log import write_event_file
from programs.training_graphs.tensorflow_one import skip_package_init

STEPS, NOTES = 32, 90


def sketch_rnn(folder: Path) -> None:
    """A variational autoencoder of drawings: bidirectional encoder, mixture density decoder."""
    tf.disable_v2_behavior()
    skip_package_init("magenta")
    from magenta.models.sketch_rnn import model  # noqa: PLC0415 - after its package

    with tf.Graph().as_default() as graph:
        made = model.Model(model.get_default_hparams(), gpu_mode=False)
        for name in ("cost", "r_cost", "kl_cost"):
            tf.summary.scalar(name, getattr(made, name))
    write_event_file(folder, graph)


def music_vae(folder: Path) -> None:
    """MusicVAE for two bars of melody; its training clips gradients inside a condition."""
    tf.disable_v2_behavior()
    skip_package_init("magenta")
    skip_package_init("magenta.models.music_vae")
    from magenta.contrib.training import HParams  # noqa: PLC0415
    from magenta.models.music_vae import base_model, lstm_models  # noqa: PLC0415

    sizes = base_model.get_default_hparams()
    values = {
        **sizes.values(),
        **lstm_models.get_default_hparams().values(),
        "batch_size": 512,
        "max_seq_len": STEPS,
        "z_size": 512,
        "enc_rnn_size": [2048],
        "dec_rnn_size": [2048, 2048, 2048],
        "free_bits": 0,
        "max_beta": 0.5,
        "beta_rate": 0.99999,
    }
    with tf.Graph().as_default() as graph:
        encoder = lstm_models.BidirectionalLstmEncoder()
        model = base_model.MusicVAE(encoder, lstm_models.CategoricalLstmDecoder())
        model.build(HParams(**values), NOTES, is_training=True)
        notes = tf.placeholder(tf.float32, [512, STEPS, NOTES], name="notes")
        lengths = tf.placeholder(tf.int32, [512], name="lengths")
        optimizer = model.train(notes, notes, lengths)
        _apply_clipped(optimizer, model)
    write_event_file(folder, graph)


def _apply_clipped(optimizer: tf.train.Optimizer, model: object) -> None:
    """Apply gradients as `music_vae_train` does: none at all when their norm explodes."""
    gradients, variables = zip(
        *optimizer.compute_gradients(getattr(model, "loss")),  # noqa: B009 - untyped package
        strict=True,
    )
    norm = tf.global_norm(gradients)
    tf.summary.scalar("global_norm", norm)
    clipped = tf.cond(
        norm < 10_000,
        lambda: tf.clip_by_global_norm(gradients, 1.0, use_norm=norm)[0],
        lambda: [tf.zeros(tf.shape(one)) for one in gradients],
    )
    step = tf.train.get_or_create_global_step()
    optimizer.apply_gradients(
        zip(clipped, variables, strict=True), global_step=step, name="train_step"
    )
