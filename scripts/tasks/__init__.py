"""What the commands in `scripts/` do: one module per command, and one per thing they prepare."""
