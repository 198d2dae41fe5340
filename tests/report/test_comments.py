"""The steps of saved comments, whatever a client has written."""

from scopeboard.report.comments import comment_steps, places_request


def test_has_the_steps_of_each_series() -> None:
    comments = [
        {"tag": "loss", "step": 5},
        {"tag": "loss", "step": 3},
        {"tag": "loss", "step": 5},
        {"tag": "loss - acc", "step": 1, "isExpression": True},
        {"tag": "loss", "step": True},
        {"tag": "loss", "step": 2**63},
        {"tag": 7, "step": 1},
        {"step": 1},
        None,
    ]
    assert comment_steps({"comments": comments}) == {
        ("tag", "loss"): (3, 5),
        ("expression", "loss - acc"): (1,),
    }
    assert comment_steps({"comments": 7}) == comment_steps([]) == {}


def test_names_the_baseline_where_it_counts() -> None:
    of_tag = ("tag", "loss"), ("x", "baseline(acc)")
    assert places_request(*of_tag[:1], "baseline(acc)", "7").pairs == (*of_tag, ("baseline", "7"))
    assert places_request(("tag", "baseline"), "relative", "7").pairs == (
        ("tag", "baseline"),
        ("x", "relative"),
    )
    expression = ("expression", "loss - baseline(loss)")
    assert ("baseline", "7") in places_request(expression, "relative", "7").pairs
