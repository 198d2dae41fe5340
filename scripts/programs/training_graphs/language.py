"""Language models of the packages `bert-tensorflow`, `albert-tensorflow` and `gpt-2-simple`."""

from pathlib import Path

import numpy as np
import tensorflow.compat.v1 as tf

from programs.training_graphs.event_log import write_event_file
from programs.training_graphs.tensorflow_one import use_tensorflow_one

BATCH, LENGTH, MASKED = 32, 128, 20
LABELS = 2


def _features(shapes: dict[str, tuple[int, ...]]) -> dict[str, tf.Tensor]:
    """Return tensors of an input pipeline, int32 but for weights."""
    arrays = {
        name: np.zeros(shape, np.float32 if name.endswith("weights") else np.int32)
        for name, shape in shapes.items()
    }
    examples = tf.data.Dataset.from_tensors(arrays).repeat()
    next_ones: dict[str, tf.Tensor] = tf.data.make_one_shot_iterator(examples).get_next()
    return next_ones


def bert_classifier(folder: Path) -> None:
    """BERT-Base, fine-tuned to classify sentences, with AdamWeightDecay and warm-up."""
    use_tensorflow_one()
    from bert import modeling, run_classifier  # noqa: PLC0415 - reads tensorflow.contrib

    config = modeling.BertConfig(vocab_size=30522)
    model = run_classifier.model_fn_builder(config, LABELS, None, 2e-5, 10_000, 1_000, False, False)
    with tf.Graph().as_default() as graph:
        shapes = dict.fromkeys(("input_ids", "input_mask", "segment_ids"), (BATCH, LENGTH))
        features = _features({**shapes, "label_ids": (BATCH,)})
        model(features, None, tf.estimator.ModeKeys.TRAIN, {})
    write_event_file(folder, graph)


def albert_pretraining(folder: Path) -> None:
    """ALBERT-Base: twelve layers that share one set of weights; masked words and sentence order."""
    use_tensorflow_one()
    from albert import modeling, run_pretraining  # noqa: PLC0415

    config = modeling.AlbertConfig(
        vocab_size=30000,
        embedding_size=128,
        hidden_size=768,
        num_hidden_layers=12,
        num_attention_heads=12,
        intermediate_size=3072,
    )
    model = run_pretraining.model_fn_builder(
        config, None, 1e-4, 125_000, 3_125, False, False, "lamb", 1.0, 0
    )
    with tf.Graph().as_default() as graph:
        shapes = dict.fromkeys(("input_ids", "input_mask", "segment_ids"), (BATCH, LENGTH))
        masked = ("masked_lm_positions", "masked_lm_ids", "masked_lm_weights")
        shapes |= dict.fromkeys(masked, (BATCH, MASKED))
        features = _features({**shapes, "next_sentence_labels": (BATCH, 1)})
        model(features, None, tf.estimator.ModeKeys.TRAIN, {"batch_size": BATCH})
    write_event_file(folder, graph)


def gpt2_finetune(folder: Path) -> None:
    """GPT-2 with 124 M parameters, with accumulated gradients and a loop that samples text."""
    tf.disable_v2_behavior()
    from gpt_2_simple.src import accumulate, model, sample  # noqa: PLC0415

    sizes = model.HParams(n_vocab=50257, n_ctx=1024, n_embd=768, n_head=12, n_layer=12)
    with tf.Graph().as_default() as graph:
        context = tf.placeholder(tf.int32, [1, None])
        logits = model.model(hparams=sizes, X=context, gpus=[], reuse=False)["logits"]
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(
            labels=context[:, 1:], logits=logits[:, :-1]
        )
        loss = tf.reduce_mean(losses)
        sample.sample_sequence(
            hparams=sizes, length=1023, context=context, batch_size=1, temperature=1.0, top_k=40
        )
        variables = [one for one in tf.trainable_variables() if "model" in one.name]
        optimizer = accumulate.AccumulatingOptimizer(
            opt=tf.train.AdamOptimizer(learning_rate=1e-4), var_list=variables
        )
        optimizer.reset()
        optimizer.compute_gradients(loss)
        tf.summary.scalar("loss", optimizer.apply_gradients())
    write_event_file(folder, graph)
