"""The checkpoint of a run."""

from pathlib import Path

import pytest

from scopeboard.projector.checkpoint.newest import CheckpointFiles, find_checkpoint


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """The directory of a run with the index of a checkpoint."""
    directory = tmp_path / "logs" / "run"
    directory.mkdir(parents=True)
    (directory / "model.ckpt-1.index").touch()
    return directory


@pytest.mark.parametrize(
    "path", ["model.ckpt-1", "/somewhere/else/model.ckpt-1", r"C:\\logs\\model.ckpt-1"]
)
def test_a_copied_log_names_another_directory(run: Path, path: str) -> None:
    (run / "checkpoint").write_text(f'model_checkpoint_path: "{path}"\nlater: 1')
    expected = CheckpointFiles(run.parent, run, "model.ckpt-1")
    assert find_checkpoint(run.parent, run, "") == expected
    expected.open(".index").close()


def test_the_directory_above_is_looked_into(run: Path) -> None:
    inner = run / "train"
    inner.mkdir()
    (run / "checkpoint").write_text('model_checkpoint_path: "model.ckpt-1"')
    assert find_checkpoint(run.parent, inner, "") == CheckpointFiles(
        run.parent, run, "model.ckpt-1"
    )
    assert find_checkpoint(inner, inner, "") is None


def test_a_configuration_comes_first(run: Path) -> None:
    (run / "other.index").touch()
    (run / "checkpoint").write_text('model_checkpoint_path: "model.ckpt-1"')
    found = find_checkpoint(run.parent, run, "other")
    assert found == CheckpointFiles(run.parent, run, "other")
    assert find_checkpoint(run.parent, run, "missing") is None


@pytest.mark.parametrize("text", ["", "model_checkpoint_path", "a {" * 2000, "\x00", 'x: "\\'])
def test_other_texts_name_none(run: Path, text: str) -> None:
    (run / "checkpoint").write_text(text)
    assert find_checkpoint(run.parent, run, "") is None


def test_nothing_outside_the_log_directory_is_found(run: Path) -> None:
    (run.parents[1] / "secret.index").touch()
    assert find_checkpoint(run.parent, run, "../../secret") is None
