"""Sessions and their members."""

from scopeboard.diagnostics.trainings import find_trainings
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.hparams.sessions import Session, find_sessions, read_logged_hparams
from scopeboard.store.query.logged_tags import LoggedTag
from scopeboard.types import Hparams, HparamValue, RunId
from scopeboard.wire.plugins_pb2 import STATUS_FAILURE, HParamsPluginData
from tools.hparam_values import end, experiment, start


def logged(run: str, content: HParamsPluginData) -> LoggedTag:
    name = f"_hparams_/{content.WhichOneof('data')}"
    metadata = TagMetadata("hparams", "hparams", content=content.SerializeToString())
    return LoggedTag(RunId(run), name, metadata)


def sessions_of(tags: list[LoggedTag], *names: str) -> list[Session]:
    by_id = {RunId(name): name for name in names}
    return find_sessions(read_logged_hparams(tags), by_id, find_trainings(names))


def members_of(session: Session) -> list[tuple[str, str, bool]]:
    return [(member.run_id, member.group, member.is_above) for member in session.members]


def test_a_session_has_the_start_and_the_end_of_its_run() -> None:
    (session,) = sessions_of(
        [logged("a", start({"lr": 0.1}, start_time_secs=2)), logged("a", end(STATUS_FAILURE))], "a"
    )
    assert (session.name, session.hparams, session.status) == ("a", {"lr": 0.1}, "failure")
    assert (session.start_time, session.end_time) == (2.0, 5.0)


def test_an_end_without_a_start_is_a_session_too() -> None:
    (session,) = sessions_of([logged("a", end(1))], "a")
    assert (session.hparams, session.status) == ({}, "success")


def test_sessions_are_in_the_order_of_runs_without_unreadable_ones() -> None:
    tags = [logged("a", start({})), logged("b", start({})), logged("c", HParamsPluginData())]
    assert [session.name for session in sessions_of(tags, "b", "c", "a")] == ["b", "a"]


def test_equal_experiments_are_one() -> None:
    logged_hparams = read_logged_hparams(logged(run, experiment(name="e")) for run in "ab")
    assert not find_sessions(logged_hparams, {RunId("a"): "a"}, find_trainings("a"))
    assert [one.name for one in logged_hparams.experiments] == ["e"]


def test_runs_below_a_session_belong_to_the_nearest() -> None:
    tags = [logged("a", start({})), logged("a/b", start({}))]
    outer, inner = sessions_of(tags, "a", "a/train", "a/b", "a/b/x/y", "ab")
    assert members_of(outer) == [("a", "", False), ("a/train", "train", False)]
    assert members_of(inner) == [("a/b", "", False), ("a/b/x/y", "x/y", False)]


def test_a_run_above_belongs_to_the_only_session_in_its_directory() -> None:
    alone = [logged("a/17", start({}))]
    assert members_of(*sessions_of(alone, "a", "a/17", "b")) == [
        ("a", "", True),
        ("a/17", "", False),
    ]
    several = [*alone, logged("a/18", start({}))]
    assert [len(one.members) for one in sessions_of(several, "a", "a/17", "a/18")] == [1, 1]


def test_a_session_in_the_log_directory_itself_covers_its_own_training_only() -> None:
    (session,) = sessions_of([logged(".", start({}))], ".", "train", "x/y", "z")
    assert members_of(session) == [(".", "", False), ("train", "train", False)]


def test_the_only_session_of_a_training_has_all_of_its_runs() -> None:
    beside = [logged("e/hparams", start({}))]
    (session,) = sessions_of(beside, "e", "e/train", "e/validation", "e/hparams", "f")
    assert members_of(session) == [
        ("e", "", True),
        ("e/train", "train", False),
        ("e/validation", "validation", False),
        ("e/hparams", "", False),
    ]
    (session,) = sessions_of([logged("m_train", start({}))], "m_train", "m_eval")
    assert members_of(session) == [("m_train", "", False), ("m_eval", "eval", False)]


def test_a_session_above_all_executions_of_a_trial_has_their_runs() -> None:
    trial = [logged("t", start({}))]
    (session,) = sessions_of(trial, "t", "t/execution0/train", "t/execution0/validation")
    assert [run for run, *_ in members_of(session)] == [
        "t",
        "t/execution0/train",
        "t/execution0/validation",
    ]


def folded(
    tags: list[LoggedTag], configurations: dict[str, Hparams], *names: str
) -> list[tuple[str, dict[str, HparamValue], list[str]]]:
    """Return the name, the hyper-parameters and the members of each session."""
    logged_hparams = read_logged_hparams(tags)
    by_id, parts = {RunId(name): name for name in names}, find_trainings(names)
    of_runs = {RunId(run): values for run, values in configurations.items()}
    logged_hparams.add_configurations(of_runs, by_id, parts)
    logged_hparams.fold_phases(by_id, parts)
    return [
        (session.name, session.hparams, [member.run_id for member in session.members])
        for session in find_sessions(logged_hparams, by_id, parts)
    ]


def test_configurations_of_a_training_are_one_session() -> None:
    configurations: dict[str, Hparams] = {
        "a/val": (("lr", 2.0), ("split", "val")),
        "a/train": (("lr", 1.0),),
    }
    runs = ["a/train", "a/val"]
    assert folded([], configurations, *runs) == [("a/train", {"lr": 1.0, "split": "val"}, runs)]


def test_a_configuration_joins_the_session_of_the_plugin() -> None:
    tags = [logged("a/1700000000.1", start({"lr": 0.1}))]
    runs = ["a", "a/1700000000.1"]
    assert folded(tags, {"a": (("lr", 1.0), ("seed", 7.0))}, *runs) == [
        ("a/1700000000.1", {"lr": 0.1, "seed": 7.0}, runs)
    ]


def test_sessions_of_training_and_evaluation_data_that_are_equal_are_one() -> None:
    equal = {"lr": 0.1}
    tags = [logged("a/train", start(equal)), logged("a/validation", start(equal))]
    tags += [logged("a/validation", end(STATUS_FAILURE)), logged("b/train", start(equal))]
    names = [name for name, _, _ in folded(tags, {}, "a/train", "a/validation", "b/train")]
    assert names == ["a/train", "b/train"]


def test_repeated_calls_of_pytorch_are_sessions_of_their_own() -> None:
    runs = ["a", "a/1700000000.1", "a/1700000001.1"]
    tags = [logged(run, start({"lr": 0.1})) for run in runs[1:]]
    assert [name for name, _, _ in folded(tags, {}, *runs)] == runs[1:]
