"""Asks, and keeps what is answered under the words in which the page looks for it."""

from collections.abc import Sequence

from scopeboard.report.held import HeldAnswers
from scopeboard.report.question import Answer, Asker, Pairs, Question


class Recorder:
    """Asks an application and fills a report.

    What is asked may say more than what the answer is held under: the page takes out of it what
    it wants.
    """

    def __init__(self, asker: Asker, held: HeldAnswers) -> None:
        self.held = held
        self._asker = asker

    def find(self, question: Question) -> Answer | None:
        """Ask without keeping the answer."""
        return self._asker.find(question)

    def keep(self, question: Question) -> Answer | None:
        """Ask something without which there is no page."""
        answer = self.find(question)
        if answer is not None:
            self.held.keep(question.path, question.pairs, answer)
        return answer

    def put(self, question: Question, answer: Answer) -> None:
        """Keep an answer of our own to a question."""
        self.held.keep(question.path, question.pairs, answer)

    def take(self, noun: str, question: Question, extra: Pairs = ()) -> Answer | None:
        """Ask, with `extra` pairs that the page need not say; return what was kept, if anything."""
        found = self.take_all(noun, [(question, extra)])
        return found[0] if found else None

    def take_all(self, noun: str, asked: Sequence[tuple[Question, Pairs]]) -> list[Answer]:
        """Ask what makes sense together only; return the answers if they were kept."""
        if self.held.is_full(noun):
            self.held.leave(noun)
            return []
        answers = [self.find(question.with_pairs(extra)) for question, extra in asked]
        kept = [
            (question.path, question.pairs, answer)
            for (question, _), answer in zip(asked, answers, strict=True)
            if answer is not None
        ]
        if not kept or not self.held.take(noun, kept):
            return []
        return [answer for _, _, answer in kept]
