"""Sends requests to an application and adds the responses to a report."""

from collections.abc import Sequence
from typing import Any

from scopeboard.report.client import AppClient, PageRequest, PageResponse, Pairs
from scopeboard.report.responses import RecordedResponses


class Recorder:
    """Sends requests and fills a report.

    Each response is stored under its request. The table `routes.ts` of the page defines which
    parameters identify a response, and which the page may send in another form.
    """

    def __init__(self, client: AppClient, responses: RecordedResponses) -> None:
        self.responses = responses
        self._client = client

    def find(self, request: PageRequest) -> PageResponse | None:
        """Return a response without adding it to the report."""
        return self._client.find(request)

    def read(self, request: PageRequest) -> Any:  # noqa: ANN401 - JSON
        """Return the parsed JSON of a response, None without one; it is not added."""
        response = self.find(request)
        return None if response is None else response.read()

    def require(self, request: PageRequest, runs: Pairs = ()) -> PageResponse | None:
        """Send a request that the page requires, for some runs, and add its response."""
        response = self.find(request.with_pairs(runs))
        if response is not None:
            self.put(request, response)
        return response

    def put(self, request: PageRequest, response: PageResponse) -> None:
        """Add a given response to a request."""
        self.responses.require(request.path, request.pairs, response)

    def add(
        self, noun: str, name: str, request: PageRequest, runs: Pairs = ()
    ) -> PageResponse | None:
        """Send a request for some runs, and add its response if it fits; return it if added.

        A response covers all runs of the report, so its key does not name them.
        """
        if self.responses.is_full(noun):
            self.responses.omit(noun, name)
            return None
        response = self.find(request.with_pairs(runs))
        if response is None or not self.add_responses(noun, name, [(request, response)]):
            return None
        return response

    def add_all(self, noun: str, name: str, requests: Sequence[PageRequest]) -> list[PageResponse]:
        """Send requests and add their responses, all or none; return them if added."""
        if self.responses.is_full(noun):
            self.responses.omit(noun, name)
            return []
        pairs = [(request, self.find(request)) for request in requests]
        present = [(request, response) for request, response in pairs if response is not None]
        is_added = bool(present) and self.add_responses(noun, name, present)
        return [response for _, response in present] if is_added else []

    def add_responses(
        self, noun: str, name: str, responses: Sequence[tuple[PageRequest, PageResponse]]
    ) -> bool:
        """Add responses, all or none; return whether they fit."""
        entries = [(request.path, request.pairs, response) for request, response in responses]
        return self.responses.add(noun, name, entries)
