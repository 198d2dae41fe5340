"""The metadata of tags of one kind, by run."""

from pathlib import Path

from tools import writer
from tools.hparam_values import hparams_event, start
from tools.loading import Log


def test_each_run_has_its_own_metadata_and_removed_runs_have_none(tmp_path: Path) -> None:
    for run, lr in (("a", 1), ("b", 2)):
        data = hparams_event(start({"lr": lr})) + writer.scalar_file({"loss": [1]})
        writer.write_run(tmp_path, run, data)
    log = Log(tmp_path)
    log.load()
    found = log.store.logged_tags("hparams")
    ids = {run: summary.id for run, summary in log.runs().items()}
    assert {one.run_id for one in found} == set(ids.values())
    assert len({one.metadata.content for one in found}) == 2
    assert [one.tag for one in log.store.logged_tags("scalars")] == ["loss", "loss"]
    log.store.drop_runs([ids["a"]])
    assert [one.run_id for one in log.store.logged_tags("hparams")] == [ids["b"]]
    assert log.store.logged_tags("text") == []
