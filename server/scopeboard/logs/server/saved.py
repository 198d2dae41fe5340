"""What users of the dashboard have saved on a server."""

from scopeboard.logs.server.client import ServerClient
from scopeboard.state.document import Part


class ServedParts:
    """The saved parts of a server, each as it is when it is read."""

    def __init__(self, client: ServerClient) -> None:
        self._client = client

    def read(self, name: str) -> Part:
        """Return a part; its revision is 0 if there is none.

        Raises:
            QueryError: the name is invalid.
            UnavailableError: the server does not answer.
        """
        answer = self._client.json("/api/state/part", [("name", name)])
        with self._client.understood():
            return Part(int(answer["revision"]), dict(answer["value"]))
