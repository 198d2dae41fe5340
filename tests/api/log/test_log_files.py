"""The files of a log directory that are offered to other dashboards."""

import shutil
from pathlib import Path

import pytest

from scopeboard.api.log.log_files import LogFiles
from scopeboard.errors import NotFoundError
from tools import writer
from tools.loading import Log
from tools.platforms import needs_links

CHECKPOINT = Path(__file__).parents[2] / "data" / "checkpoints" / "parts"


def files_of(directory: Path) -> LogFiles:
    log = Log(directory)
    log.load()
    return LogFiles(log.store)


def test_what_is_read_is_offered_and_nothing_else(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    events = writer.write_run(logs, "a", writer.scalar_file({"x": [1]}))
    for name in ("hparams.yaml", "notes.txt", ".env", "clip.mp4", "model.pb"):
        (logs / "a" / name).write_text("lr: 0.1")
    (tmp_path / "secret.pb").write_text("secret")
    (logs / "linked.pb").symlink_to(tmp_path / "secret.pb")
    files = files_of(logs)
    offered = ["a/clip.mp4", f"a/{events.name}", "a/hparams.yaml", "a/model.pb"]
    listed = files.list()
    assert [*listed] == offered
    assert listed["a/hparams.yaml"].st_size == len("lr: 0.1")
    with files.open("a/hparams.yaml") as file:
        assert file.read() == b"lr: 0.1"
    for name in ("a/notes.txt", "a/.env", "linked.pb", "../secret.pb", "a", "", "/etc/passwd"):
        with pytest.raises(NotFoundError):
            files.open(name)


@needs_links
def test_a_configuration_above_is_offered_and_none_that_lies_outside(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    events = writer.write_run(logs, "a/train", writer.scalar_file({"x": [1]}))
    (logs / "a" / "params.json").write_text("{}")
    (tmp_path / "secret.json").write_text("{}")
    (logs / "a" / "train" / "config.json").symlink_to(tmp_path / "secret.json")
    assert [*files_of(logs).list()] == ["a/params.json", f"a/train/{events.name}"]


def test_a_file_that_came_later_is_opened(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1]}))
    files = files_of(tmp_path)
    files.list()
    (tmp_path / "a" / "hparams.yaml").write_text("lr: 1")
    with files.open("a/hparams.yaml") as file:
        assert file.read() == b"lr: 1"


def test_an_embedding_is_offered_with_all_its_files(tmp_path: Path) -> None:
    run = Path(shutil.copytree(CHECKPOINT, tmp_path / "a"))
    (run / "labels.tsv").write_text("a\nb\n")
    (tmp_path / "outside.tsv").write_text("x\n")
    (run / "projector_config.pbtxt").write_text(
        'embeddings { tensor_name: "parted" metadata_path: "labels.tsv" } '
        'embeddings { tensor_name: "o" tensor_path: "../../outside.tsv" }'
    )
    shards = [f"a/{path.name}" for path in run.glob("model.ckpt-100.data-*")]
    assert shards
    assert [*files_of(tmp_path).list()] == sorted(
        [
            "a/checkpoint",
            "a/labels.tsv",
            "a/model.ckpt-100.index",
            "a/projector_config.pbtxt",
            *shards,
        ]
    )
