"""The error whose message is shown at the terminal."""


class TaskError(Exception):
    """Something outside the code is missing or failed.

    Its text is a sentence or two on what to do; `output` is the output of the failed program.
    """

    def __init__(self, advice: str, output: str = "") -> None:
        super().__init__(advice)
        self.output = output

    def report(self, prefix: str = "") -> str:
        """Return the output, and the advice after `prefix` as the last line."""
        return f"{self.output}\n{prefix}{self}".lstrip("\n")
