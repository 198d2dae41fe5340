"""Parameters of PyTorch's ops by position."""

from scopeboard.graph.model.torch_schemas import parameter_names


def test_the_names_depend_on_the_number_of_inputs() -> None:
    assert parameter_names("aten::softmax", 3) == ("self", "dim", "dtype")
    assert parameter_names("aten::mean", 2) == ("self", "dtype")
    assert parameter_names("aten::mean", 4) == ("self", "dim", "keepdim", "dtype")
    assert parameter_names("aten::mean", 7) == ()
    assert parameter_names("my::op", 2) == ()


def test_a_long_line_of_the_table_goes_on() -> None:
    names = parameter_names("aten::_convolution", 13)
    assert names[3:6] == ("stride", "padding", "dilation")
    assert len(names) == 13
    assert parameter_names("aten::lstm", 9)[-1] == "batch_first"


def test_an_op_in_place_has_the_parameters_of_the_other() -> None:
    assert parameter_names("aten::add_", 3) == ("self", "other", "alpha")
