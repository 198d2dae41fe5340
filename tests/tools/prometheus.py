"""Reads the text format of Prometheus as its documentation has it."""

import re

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]
"""Values by name and labels."""

_NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*"
_PAIR = rf'({_NAME})="((?:[^"\\\n]|\\.)*)"'
_SAMPLE = re.compile(rf"({_NAME})(?:\{{((?:{_PAIR},?)*)\}})? (\S+)")
_COMMENT = re.compile(rf"# (HELP {_NAME} [^\n]+|TYPE {_NAME} (counter|gauge|histogram))")
_ESCAPES = {"\\\\": "\\", '\\"': '"', "\\n": "\n"}


def parse(text: str) -> Samples:
    """Return the samples; each line must be one, or a comment that says what the next are."""
    assert text.endswith("\n")
    samples: Samples = {}
    for line in text.removesuffix("\n").split("\n"):
        if line.startswith("#"):
            assert _COMMENT.fullmatch(line), line
            continue
        found = _SAMPLE.fullmatch(line)
        assert found, line
        labels = frozenset(
            (name, re.sub(r"\\.", lambda escape: _ESCAPES[escape[0]], value))
            for name, value in re.findall(_PAIR, found[2] or "")
        )
        assert (found[1], labels) not in samples, line
        samples[found[1], labels] = float(found[5])
    return samples
