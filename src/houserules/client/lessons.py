"""What may be asked: lessons. Written by scripts/api_client.py from the description of the API; not to be edited."""
# fmt: off
# ruff: noqa

from houserules.client.asking import Group, place
from houserules.client import shapes as s


class Lessons(Group):
    def drill(self, data: s.ToDrill) -> s.DrillHand | s.NotYet:
        """The next hand of a drill: near the border first, one's own slips again when they are due."""
        found: s.DrillHand | s.NotYet = self._ask("POST", "/api/lessons/drill", body=data)
        return found

    def answer(self, data: s.ToAnswer) -> s.DrillAnswer | s.NotYet:
        """The exact price of an answer, and how the person stands now."""
        found: s.DrillAnswer | s.NotYet = self._ask("POST", "/api/lessons/answers", body=data)
        return found

    def decision(self, data: s.TableDecision) -> s.DrillAnswer | s.NotYet:
        """A decision that was taken at a practice table: priced like a drill's, and a slip comes back in the
        drill."""
        found: s.DrillAnswer | s.NotYet = self._ask("POST", "/api/lessons/decisions", body=data)
        return found

    def first_hand(self, data: s.ToGuide) -> s.GuidedHand | s.NotYet:
        """A guided first hand: the next round of a practice table of one's own is dealt from cards that show the
        game."""
        found: s.GuidedHand | s.NotYet = self._ask("POST", "/api/lessons/first-hand", body=data)
        return found

    def progress(self, data: s.ToStudy) -> s.ProgressShown:
        """How the person stands in this game: answers by street and day, slips, and the price of what is known
        now."""
        found: s.ProgressShown = self._ask("POST", "/api/lessons/progress", body=data)
        return found

    def practise(self, data: s.ToStudy) -> s.LayoutAsked:
        """A settled layout: what does each wager pay?"""
        found: s.LayoutAsked = self._ask("POST", "/api/lessons/layouts", body=data)
        return found

    def pay(self, data: s.ToPay) -> s.LayoutPaid:
        """Which amounts are right, and what each wager pays by which clause."""
        found: s.LayoutPaid = self._ask("POST", "/api/lessons/payments", body=data)
        return found

    def own_exams(self) -> list[s.ExamShown]:
        """One's own exams, the newest first."""
        found: list[s.ExamShown] = self._ask("GET", "/api/lessons/exams")
        return found

    def begin_exam(self, data: s.ToStudy) -> s.ExamBegunShown:
        """Begin the dealers' exam: several layouts, and a clock that the service keeps."""
        found: s.ExamBegunShown = self._ask("POST", "/api/lessons/exams", body=data)
        return found

    def end_exam(self, exam: str, data: s.ExamPaper) -> s.ExamGraded:
        """Hand in the exam; it is graded once."""
        found: s.ExamGraded = self._ask("POST", f"/api/lessons/exams/{place(exam)}", body=data)
        return found

    def all_exams(self) -> list[s.ExamShown]:
        """The trainer's record: everybody's exams, the newest first."""
        found: list[s.ExamShown] = self._ask("GET", "/api/lessons/exams/all")
        return found
