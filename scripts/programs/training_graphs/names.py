"""Which graphs there are, by the module that makes them."""

from typing import Final

GRAPHS: Final = {
    "language": ("bert_classifier", "albert_pretraining", "gpt2_finetune"),
    "sequences": ("sketch_rnn", "music_vae"),
    "images": ("inception_v3_clones", "mobilenet_v1", "style_transfer", "mnist_gan"),
    "estimators": ("wide_and_deep", "spleeter_unet"),
    "reinforcement": ("dqn", "ppo"),
    "keras_models": ("efficientnet_fit", "densenet_session", "transformer_loop"),
    "tutorials": ("word2vec", "ptb_lstm", "cifar10_towers"),
    "extremes": ("one_op", "hundred_towers", "one_scope", "flat_names", "wide_shallow"),
}
"""The functions of each module; each writes one training run into a folder."""
