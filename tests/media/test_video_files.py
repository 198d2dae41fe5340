"""What the names of video files say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.media.video_files import tag_and_step


@pytest.mark.parametrize(
    ("path", "tag", "step"),
    [
        ("videos/rl-video-episode-120.mp4", "videos/rl-video-episode", 120),
        ("rl-video-step-1000.mp4", "rl-video-step", 1000),
        ("ppo-CartPole-v1-step-0-to-step-500.mp4", "ppo-CartPole-v1-step", 0),
        ("epoch_003.webm", "epoch", 3),
        ("epoch=7-seed=2.mp4", "epoch-seed=2", 7),
        ("eval/agent 12.mp4", "eval/agent", 12),
        ("eval/0004.mp4", "eval", 4),
        ("0004.mp4", "0004", 4),
        ("trailer.mp4", "trailer", None),
        ("a.b/clip.v2.webm", "a.b/clip.v", 2),
    ],
)
def test_a_name_has_a_tag_and_a_step(path: str, tag: str, step: int | None) -> None:
    assert tag_and_step(path) == (tag, step)


@given(st.text(max_size=30), st.integers(0, 10**12))
def test_steps_of_one_name_share_its_tag(name: str, step: int) -> None:
    prefix = name.replace("/", "") + "x"
    one, other = (f"videos/{prefix}-episode-{number}.mp4" for number in (step, step + 1))
    (tag, first), (same, second) = tag_and_step(one), tag_and_step(other)
    if first != second:  # else an earlier number of the name is the step
        assert (tag, first, second) == (same, step, step + 1)
    assert tag
