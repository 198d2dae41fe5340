"""What pictures and sounds say of themselves in their first bytes: pure, bytes in, facts out.

What a log declares of them is not believed: a browser is told the type that the bytes have.
"""
