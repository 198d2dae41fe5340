"""`log_output`: what is printed stands in the log, whole lines at a time."""

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scopeboard as sb
from scopeboard.text.markdown import rendered
from scopeboard.writer.log_output import fenced, last_state, pieces


def texts(folder: Path) -> list[tuple[int, str]]:
    with sb.open(folder, use_index=False) as log:
        return [(value.step, value.text) for value in log.text("output/text_summary")]


def test_output_and_errors_are_printed_and_logged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (sys.stdout, sys.stderr)
    with sb.SummaryWriter(tmp_path / "a") as writer, sb.log_output(writer, every=3600):
        sys.stdout.write("epoch 1\n")
        sys.stderr.write("careful\n")
        sys.stdout.write("no end of line")
    assert (sys.stdout, sys.stderr) == before
    assert capsys.readouterr() == ("epoch 1\nno end of line", "careful\n")
    assert texts(tmp_path) == [(0, "```text\nepoch 1\ncareful\nno end of line\n```")]


def test_steps_count_the_lines_before(tmp_path: Path) -> None:
    with sb.SummaryWriter(tmp_path / "a") as writer, sb.log_output(writer, every=3600):
        for number in range(20_000):
            sys.stdout.write(f"line {number}\n")
    found = texts(tmp_path)
    assert len(found) > 1
    assert found[0][0] == 0
    for step, text in found:
        assert text.splitlines()[1] == f"line {step}"


def test_a_stream_that_another_program_has_put_on_stays(tmp_path: Path) -> None:
    before = sys.stdout
    with sb.SummaryWriter(tmp_path / "a") as writer:
        output = sb.log_output(writer)
        other = sys.stdout = sys.__stdout__
        output.close()
        output.close()
        assert sys.stdout is other
    sys.stdout = before


def test_a_line_printed_over_itself_is_its_last_state() -> None:
    assert pieces("1 %\r50 %\r100 %\nnext\r\nlast") == ["100 %\nnext\nlast"]
    assert pieces("10 %\r") == ["10 %"]


@given(st.lists(st.text(st.sampled_from("ab\r"), max_size=6), max_size=6), st.booleans())
def test_a_bar_reads_the_same_in_pieces_and_whole(parts: list[str], is_line: bool) -> None:
    kept = ""
    for part in parts:
        kept = last_state(kept + part)
        assert len(kept.rstrip("\r")) <= 6 * len(parts)
    end = "\n" if is_line else ""
    assert pieces(kept + end) == pieces("".join(parts) + end)


@given(st.text(st.sampled_from("ab\n"), max_size=200))
def test_nothing_is_lost_in_pieces(text: str) -> None:
    assert "".join(pieces(text)) == text


@given(st.text(st.sampled_from("a`\n<")))
def test_a_block_of_code_holds_any_text(text: str) -> None:
    html = rendered(fenced(text))
    assert html.startswith("<pre>")
    assert html.rstrip().endswith("</pre>")


def test_texts_less_than_a_tenth_of_a_second_apart_are_refused(tmp_path: Path) -> None:
    with (
        sb.SummaryWriter(tmp_path / "a") as writer,
        pytest.raises(ValueError, match="between two texts"),
    ):
        sb.log_output(writer, every=0.01)
