"""The backward pass, by the ops that its scopes name."""

from graph.graphdefs import ops
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.roles.derivatives import find_derivatives


def found(*lines: str) -> tuple[set[str], set[str]]:
    """Return the names of the gradients, and of what is differentiated."""
    graph = parse_graph(ops(*lines))
    derivatives = find_derivatives(graph)
    names = [
        {graph.names[op] for op in flags.nonzero()[0].tolist()}
        for flags in (derivatives.is_gradient, derivatives.is_differentiated)
    ]
    return names[0], names[1]


def test_a_scope_named_after_an_op_holds_its_gradient() -> None:
    gradients, forward = found(
        "a/b Mul", "gradients/a/b_grad/Mul Mul", "gradients/AddN AddN", "gradient AddN"
    )
    assert gradients == {"gradients/a/b_grad/Mul", "gradients/AddN"}
    assert forward == {"a/b"}


def test_a_scope_that_names_no_op_is_no_evidence() -> None:
    assert found("a/b Mul", "gradients/c_grad/Mul Mul", "gradients/AddN AddN") == (set(), set())


def test_the_scope_of_the_backward_pass_may_stand_in_others() -> None:
    gradients, forward = found("l Mean", "train/SGD/gradients/gradients/l_grad/Tile Tile")
    assert (gradients, forward) == ({"train/SGD/gradients/gradients/l_grad/Tile"}, {"l"})
    gradients, forward = found("l Mean", "train/gradients_1/l_grad/Tile Tile")
    assert (gradients, forward) == ({"train/gradients_1/l_grad/Tile"}, {"l"})


def test_a_gradient_may_be_differentiated_itself() -> None:
    _, forward = found(
        "a Mul", "gradients/a_grad/Mul Mul", "gradients_1/gradients/a_grad/Mul_grad/Neg Neg"
    )
    assert forward == {"a", "gradients/a_grad/Mul"}


def test_a_tape_names_the_op_by_its_scope() -> None:
    gradients, forward = found("m/d/MatMul MatMul", "gradient_tape/m/d/MatMul/MatMul_1 MatMul")
    assert (gradients, forward) == ({"gradient_tape/m/d/MatMul/MatMul_1"}, {"m/d/MatMul"})


def test_types_of_gradients_are_evidence_but_not_a_transposed_convolution() -> None:
    gradients, _ = found("a ReluGrad", "b Conv2DBackpropInput", "c Conv2DBackpropFilter")
    assert gradients == {"a", "c"}
