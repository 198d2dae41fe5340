"""Nested values as hyper-parameters."""

from scopeboard.configurations.flatten import MAX_CHARACTERS, MAX_VALUES, flatten


def test_lists_are_json_and_lists_of_mappings_are_indexed() -> None:
    value: dict[object, object] = {
        "betas": [0.9, 0.999],
        "layers": [{"units": 64}, {"units": 32}],
        "none": None,
        "empty": {},
        3: "three",
    }
    assert flatten(value) == (
        ("3", "three"),
        ("betas", "[0.9, 0.999]"),
        ("layers.0.units", 64.0),
        ("layers.1.units", 32.0),
    )


def test_an_integer_that_no_float_holds_is_a_text() -> None:
    assert flatten({"seed": 2**53 + 1, "least": -(2**53)}) == (
        ("least", -(2.0**53)),
        ("seed", str(2**53 + 1)),
    )


def test_number_and_length_are_bounded() -> None:
    assert len(flatten({str(n): n for n in range(2 * MAX_VALUES)})) == MAX_VALUES
    ((name, text),) = flatten({"n" * 5000: ["x"] * 5000})
    assert (len(name), len(str(text))) == (MAX_CHARACTERS, MAX_CHARACTERS)


def test_values_that_hold_one_another_many_times_are_cut() -> None:
    value: object = 1
    for _ in range(40):
        value = {"a": value, "b": value}
    tree: object = ["x"]
    for _ in range(40):
        tree = [tree] * 10
    assert flatten({"values": value, "tree": tree})
