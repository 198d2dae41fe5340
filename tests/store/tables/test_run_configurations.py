"""Configurations of runs in memory."""

from scopeboard.configurations.configuration import Configuration
from scopeboard.store.tables.run_configurations import MAX_LISTED, RunConfigurations
from scopeboard.types import RunId


def test_only_changes_are_reported() -> None:
    runs, one = RunConfigurations(), RunId("1")
    configuration = Configuration((("lr", 0.1),))
    assert runs.update({one: configuration}) == [one]
    assert runs.update({one: Configuration((("lr", 0.1),))}) == []
    assert runs.of(one) == configuration
    assert runs.update({one: Configuration()}) == [one]
    assert (len(runs), runs.of(one)) == (0, Configuration())


def test_true_and_one_stay_apart() -> None:
    runs = RunConfigurations()
    runs.update(
        {RunId("1"): Configuration((("a", True),)), RunId("2"): Configuration((("a", 1.0),))}
    )
    assert [type(runs.of(RunId(run)).values[0][1]) for run in "12"] == [bool, float]


def test_long_lists_omit_what_is_the_same_in_all_runs() -> None:
    runs = RunConfigurations()
    same = tuple((f"same {number}", 1.0) for number in range(100))
    count = MAX_LISTED // 100
    runs.update(
        {RunId(str(run)): Configuration((("lr", float(run)), *same)) for run in range(count - 2)}
    )
    assert len(runs.listed(RunId("0"))) == 101
    runs.update({RunId("more"): Configuration((("lr", 0.5), *same))})
    assert runs.listed(RunId("0")) == (("lr", 0.0),)
    assert len(runs.of(RunId("0")).values) == 101
