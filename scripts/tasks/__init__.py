"""The commands of `scripts/`: one module per command, and one per thing that they prepare."""
