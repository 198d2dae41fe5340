"""Scopes of ops by the paths that a program gave them."""

import pytest

from scopeboard.graph.hlo.paths import program_scope, scopes_below


@pytest.mark.parametrize(
    ("path", "scope"),
    [
        ("jit(f)/net/layer/add", "net/layer"),
        ("jit(f)/jit(main)/net/add", "net"),
        ("jit(other)/add", "jit(other)"),
        ("jit(f)//net/add", "net"),
        ("add", ""),
        ("", ""),
    ],
)
def test_the_program_as_a_whole_is_no_scope(path: str, scope: str) -> None:
    assert program_scope("jit_f")(path) == scope


@pytest.mark.parametrize(
    ("path", "scope"),
    [
        ("jit(f)/net/while/body/closed_call/tanh", "closed_call"),
        ("jit(f)/net/while/cond/lt", ""),
        ("jit(f)/net/while", ""),
        ("jit(f)/net/other/add", "other"),
        ("jit(f)/elsewhere/add", "elsewhere"),
        ("reduce_sum", ""),
    ],
)
def test_a_body_leaves_out_what_leads_to_its_op(path: str, scope: str) -> None:
    assert scopes_below(program_scope("jit_f"), "jit(f)/net/while")(path) == scope


def test_a_body_of_an_op_without_a_path_has_whole_scopes() -> None:
    assert scopes_below(program_scope("jit_f"), "")("jit(f)/net/add") == "net"
