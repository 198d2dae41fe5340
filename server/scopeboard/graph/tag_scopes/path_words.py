"""Words of paths: what module paths, name scopes and tags have in common.

`encoder.layer.3`, `encoder/layer/3`, `Net/Encoder[encoder]/Block[3]` and ONNX's `/encoder/layer.3`
are written in four ways and name one module. Their words are what stands between slashes and dots;
of a segment `Class[name]` it is the name alone, and `:0` of a TensorFlow variable is no word.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from scopeboard.graph.hierarchy.name_scopes import EMPTY_SEGMENT

_SEGMENT: Final = re.compile(r"[^/]+")
_NAMED: Final = re.compile(r"[^\[\]]*\[([^\[\]]+)\]")
_WORD: Final = re.compile(r"[^.]+")
_OUTPUT: Final = re.compile(r":\d+$")
_COUNTED: Final = re.compile(r"[_:]\d+$")
_STATISTIC: Final = re.compile(r"_(histogram|hist|norm|gradient|grad|mean|std|stddev|min|max)$")
_LAYERED: Final = re.compile(r"(weight|bias)_(ih|hh)_l\d+(_reverse)?$")
_PARAMETERS: Final = frozenset(
    {
        *("weight", "weights", "kernel", "bias", "biases", "gamma", "beta", "embeddings"),
        *("running_mean", "running_var", "num_batches_tracked", "moving_mean", "moving_variance"),
        *("recurrent_kernel", "depthwise_kernel", "pointwise_kernel", "weight_g", "weight_v"),
        *("in_proj_weight", "in_proj_bias", "class_embedding", "positional_embedding"),
    }
)


class Word(NamedTuple):
    """A word of a path, and where its segment, or part of it, begins and ends in the text."""

    text: str
    start: int
    end: int


def words_of(path: str, most: int | None = None) -> list[Word]:
    """Return the words of a path or a tag, in order; at most `most`, the first ones."""
    return list(islice(_words(path), most))


def _words(path: str) -> Iterator[Word]:
    for segment in _SEGMENT.finditer(path):
        text, start = segment[0], segment.start()
        if text == EMPTY_SEGMENT:
            continue
        if named := _NAMED.fullmatch(text):
            # The class is no word: the name ends where the segment does.
            inner = [part[0] for part in _WORD.finditer(named[1])]
            yield from (Word(part, start, segment.end()) for part in inner)
            continue
        for part in _WORD.finditer(text):
            word = _OUTPUT.sub("", part[0])
            yield Word(word, start + part.start(), start + part.end())


class ParameterWord(NamedTuple):
    """What a word says after the name of a module: a parameter, and what was measured of it."""

    parameter: str
    statistic: str


@lru_cache(maxsize=4096)
def parameter_of(word: str) -> ParameterWord | None:
    """Return the parameter that a word names, as `weights_histogram` or `kernel_0`, or None."""
    statistic = ""
    for text in (word, _COUNTED.sub("", word)):
        if text in _PARAMETERS or _LAYERED.fullmatch(text):
            return ParameterWord(text, statistic)
    if found := _STATISTIC.search(word):
        stem = _COUNTED.sub("", word[: found.start()])
        if stem in _PARAMETERS:
            return ParameterWord(stem, found[1])
    return None
