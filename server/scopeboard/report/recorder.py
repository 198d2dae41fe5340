"""Asks, and keeps what is answered together with the question that was asked."""

from collections.abc import Sequence

from scopeboard.report.held import HeldAnswers
from scopeboard.report.question import Answer, Asker, Pairs, Question


class Recorder:
    """Asks an application and fills a report.

    Each answer is kept with the question that led to it. Which parameters of a question tell
    answers apart, and which the page may word otherwise, is in one table, `routes.ts` of the page.
    """

    def __init__(self, asker: Asker, held: HeldAnswers) -> None:
        self.held = held
        self._asker = asker

    def find(self, question: Question) -> Answer | None:
        """Ask without keeping the answer."""
        return self._asker.find(question)

    def keep(self, question: Question, runs: Pairs = ()) -> Answer | None:
        """Ask something without which there is no page, of some runs."""
        answer = self.find(question.with_pairs(runs))
        if answer is not None:
            self.held.keep(question.path, question.pairs, answer)
        return answer

    def put(self, question: Question, answer: Answer) -> None:
        """Keep an answer of our own to a question."""
        self.held.keep(question.path, question.pairs, answer)

    def take(self, noun: str, name: str, question: Question, runs: Pairs = ()) -> Answer | None:
        """Ask of some runs, and keep the answer if it has room; return what was kept.

        An answer is about all runs of the report that it could be about: they need not be named.
        """
        if self.held.is_full(noun):
            self.held.leave(noun, name)
            return None
        answer = self.find(question.with_pairs(runs))
        if answer is None or not self.take_answers(noun, name, [(question, answer)]):
            return None
        return answer

    def take_all(self, noun: str, name: str, asked: Sequence[Question]) -> list[Answer]:
        """Ask what makes sense together only; return the answers if they were kept."""
        if self.held.is_full(noun):
            self.held.leave(noun, name)
            return []
        answers = [(question, self.find(question)) for question in asked]
        found = [(question, answer) for question, answer in answers if answer is not None]
        is_kept = bool(found) and self.take_answers(noun, name, found)
        return [answer for _, answer in found] if is_kept else []

    def take_answers(
        self, noun: str, name: str, answers: Sequence[tuple[Question, Answer]]
    ) -> bool:
        """Keep answers that make sense together only, if they have room; return whether."""
        kept = [(question.path, question.pairs, answer) for question, answer in answers]
        return self.held.take(noun, name, kept)
