"""The one error that a person at the terminal is meant to read."""


class TaskError(Exception):
    """Something outside the code is missing or failed.

    Its text is a sentence or two on what to do; `output` is what the failed program said.
    """

    def __init__(self, advice: str, output: str = "") -> None:
        super().__init__(advice)
        self.output = output

    def report(self, prefix: str = "") -> str:
        """Return the output and, last, where the eye ends up, the advice after `prefix`."""
        return f"{self.output}\n{prefix}{self}".lstrip("\n")
