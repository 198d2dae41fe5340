"""Symbolic sizes: as SymPy prints them, and as its constructors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.torch_export.symbols import MAX_SYMBOL, symbol_text

S0 = "Symbol('s0', positive=True, integer=True)"


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("s0", "s0"),
        ("2*s0 + 1", "2*s0 + 1"),
        (S0, "s0"),
        (f"Add(Mul(Integer(2), {S0}), Integer(1))", "2*s0 + 1"),
        (f"Mul(Integer(3), Add({S0}, Integer(-1)))", "3*(s0 + -1)"),
        (f"FloorDiv({S0}, Integer(2))", "s0//2"),
        (f"torch.utils._sympy.functions.Mod({S0}, Integer(4))", "Mod(s0, 4)"),
        (f"Pow({S0}, Integer(2))", "s0**2"),
        (f"Max(Integer(1), {S0})", "Max(1, s0)"),
        ("Add(Integer(2)", ""),
        ("Add(Integer(2)) and more", ""),
        ("Symbol('a\n')", ""),
        ("s" * (MAX_SYMBOL + 1), ""),
        ("Neg(" * 100 + "s0" + ")" * 100, ""),
        ("x" * 5000, ""),
        ("", ""),
    ],
)
def test_expressions(expression: str, text: str) -> None:
    assert symbol_text(expression) == text


@given(st.text(alphabet="AdMulSymbol(),'=0123 \n_.", max_size=60))
def test_any_text_gives_a_short_one(expression: str) -> None:
    assert len(symbol_text(expression)) <= MAX_SYMBOL
