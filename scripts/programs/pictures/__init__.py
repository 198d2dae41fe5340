"""The pictures of README and guide: the demo in a real browser."""
