"""Sends requests to an application and adds the responses to a report."""

from collections.abc import Sequence

from scopeboard.report.held import HeldAnswers
from scopeboard.report.question import AppClient, PageRequest, PageResponse, Pairs


class Recorder:
    """Sends requests and fills a report.

    Each response is stored under its request. The table `routes.ts` of the page defines which
    parameters identify a response, and which the page may send in another form.
    """

    def __init__(self, client: AppClient, held: HeldAnswers) -> None:
        self.held = held
        self._client = client

    def find(self, question: PageRequest) -> PageResponse | None:
        """Return a response without adding it to the report."""
        return self._client.find(question)

    def keep(self, question: PageRequest, runs: Pairs = ()) -> PageResponse | None:
        """Send a request that the page requires, for some runs, and add its response."""
        answer = self.find(question.with_pairs(runs))
        if answer is not None:
            self.held.keep(question.path, question.pairs, answer)
        return answer

    def put(self, question: PageRequest, answer: PageResponse) -> None:
        """Add a given response to a request."""
        self.held.keep(question.path, question.pairs, answer)

    def take(
        self, noun: str, name: str, question: PageRequest, runs: Pairs = ()
    ) -> PageResponse | None:
        """Send a request for some runs, and add its response if it fits; return it if added.

        A response covers all runs of the report, so its key does not name them.
        """
        if self.held.is_full(noun):
            self.held.leave(noun, name)
            return None
        answer = self.find(question.with_pairs(runs))
        if answer is None or not self.take_answers(noun, name, [(question, answer)]):
            return None
        return answer

    def take_all(self, noun: str, name: str, requests: Sequence[PageRequest]) -> list[PageResponse]:
        """Send requests and add their responses, all or none; return them if added."""
        if self.held.is_full(noun):
            self.held.leave(noun, name)
            return []
        answers = [(question, self.find(question)) for question in requests]
        found = [(question, answer) for question, answer in answers if answer is not None]
        is_added = bool(found) and self.take_answers(noun, name, found)
        return [answer for _, answer in found] if is_added else []

    def take_answers(
        self, noun: str, name: str, answers: Sequence[tuple[PageRequest, PageResponse]]
    ) -> bool:
        """Add responses, all or none; return whether they fit."""
        entries = [(question.path, question.pairs, answer) for question, answer in answers]
        return self.held.take(noun, name, entries)
