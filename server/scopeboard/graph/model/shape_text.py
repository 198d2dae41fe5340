"""How a shape is written: as TensorBoard's edge labels write it."""


def shape_text(shape: tuple[int, ...] | None) -> str | None:
    """Write a shape as edge labels do: `784×500`, `?×10`, `0`, `scalar`; None if unknown.

    Args:
        shape: dimensions, -1 for an unknown one; None when not even the rank is known.
    """
    if shape is None:
        return None
    return "×".join("?" if dim < 0 else str(dim) for dim in shape) or "scalar"
