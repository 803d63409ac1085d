"""What each ask does to a draft. The rules of the game decide; here only seats, chips and second persons matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, assert_never

from houserules.app import asks as a
from houserules.app import facts as f
from houserules.app.accounts import bank, cage, chips, drop, moved, purse, tray
from houserules.app.drafting import Draft
from houserules.app.refusal import Kind, Refusal, by_the_rules, unknown
from houserules.app.roles import FLOOR_OR_ABOVE, Person, is_work
from houserules.app.state import Sitting
from houserules.app.table_settings import changed_settings, insist_on_second_persons
from houserules.app.views import dollars
from houserules.cards import parse_card
from houserules.law.words import Role
from houserules.money import parse_dollars
from houserules.play import commands as c
from houserules.play.commands import AnyCommand
from houserules.play.dealing import check_due, next_deck
from houserules.play.state import Phase
from houserules.shuffle import AsDealt, Entered
from houserules.store import Append

MOST_SHARES: Final = 8
"""Of one player in one shuffle."""
BalanceOf = Callable[[str], int]
MOST_PRACTICE_MONEY: Final = parse_dollars("1000000")
"""So much practice money is lent to one person, at all tables together; without a limit the books would burst."""


class Carrier:
    """One ask of one person, carried out on a draft. Refusals are raised; the draft is then thrown away."""

    def __init__(
        self,
        draft: Draft,
        person: Person,
        balance_of: BalanceOf,
        practice_chips_of: BalanceOf,
        is_absent: Callable[[Sitting], bool],
        sits_down: Callable[[str, str], Append | None],
    ) -> None:
        self.draft = draft
        self.person = person
        self.balance_of = balance_of
        self.practice_chips_of = practice_chips_of
        self.is_absent = is_absent
        self.sits_down = sits_down

    def carry_out(self, ask: a.AnyAsk) -> None:
        self._insist_one_side(ask)
        match ask:
            case a.Sit() | a.Leave() | a.BuyIn() | a.CashOut() | a.Ready() | a.AddEntropy():
                self._at_the_seat(ask)
            case a.PlaceWagers() | a.WithdrawWagers() | a.Act():
                self._bet(ask)
            case a.FillTray() | a.CreditTray() | a.ChangeSettings():
                self._manage(ask)
            case a.PutAwayAlarm():
                self._put_away_alarm(ask)
            case a.Shuffle():
                self._shuffle(ask)
            case a.SpinWheel():
                self._spin(ask)
            case a.VerifyInspection() | a.ValidatePayout() | a.InspectCards() | a.Settle():
                self._two_persons(ask)
            case _:
                self._play(self._command(ask))
        if not self.draft.steps:
            raise Refusal("nothing_changes", "nothing would come of this")
        self.draft.go_on()

    def _insist_one_side(self, ask: a.AnyAsk) -> None:
        """At a live table one person does not play and work, whichever came first."""
        state = self.draft.state
        if state.kind != f.LIVE:
            return
        if isinstance(ask, a.Sit | a.BuyIn | a.PlaceWagers) and not self.person.only_plays:
            raise Refusal("staff_do_not_play", "whoever works here does not play for money here", Kind.FORBIDDEN)
        if is_work(a.name_of(ask)) and state.plays_here(self.person.account):
            raise Refusal("you_play_here", "nobody works at a table while they play there", Kind.FORBIDDEN)

    def _play(self, command: AnyCommand) -> None:
        refused = self.draft.play(command)
        if refused is not None:
            raise by_the_rules(refused)

    # Seats and chips

    def _own_seat(self, to_bet: bool = False) -> int:
        seat = self.draft.state.seat_of(self.person.account)
        if seat is None:
            clause = self.draft.rules.clauses_of("seated_wager")[0] if to_bet else None
            raise Refusal("not_seated", "take a seat at this table first", Kind.REFUSED, clause)
        return seat

    def _at_the_seat(self, ask: a.Sit | a.Leave | a.BuyIn | a.CashOut | a.Ready | a.AddEntropy) -> None:
        match ask:
            case a.Sit():
                self._sit(ask)
            case a.Leave():
                self._leave()
            case a.BuyIn(amount=amount):
                self._own_seat()
                self._buy_in(_amount(amount))
            case a.CashOut(amount=amount):
                self._own_seat()
                self._insist_something(amount)
                self._need_chips(_amount(amount))
                self.draft.cash_out(self.person.account, _amount(amount))
            case a.Ready():
                seat = self._own_seat()
                if self.draft.state.phase is not Phase.BETTING:
                    raise Refusal("wrong_phase", "betting is not open")
                self.draft.note(f.PlayerReady(seat))
            case a.AddEntropy(text=text):
                self._own_seat()
                if len(text.encode()) > 64:
                    raise Refusal("too_long", "at most 64 bytes can be added to a shuffle", Kind.MALFORMED)
                self._add_share(text)
            case _:
                assert_never(ask)

    def _add_share(self, text: str) -> None:
        """Only to a shuffle whose seed is promised: the house must not know a share when it draws the seed."""
        waiting = [seal for seal in self.draft.state.seals if seal.promise and not seal.shuffled]
        if not waiting:
            raise Refusal(
                "no_promise", "add your share after the round, when the seed of the next shuffle is promised"
            )
        first = next_deck(self.draft.rules, self.draft.state.table)
        seal = next((seal for seal in waiting if seal.deck == first), waiting[0])
        if seal.givers.count(self.person.account) >= MOST_SHARES:
            raise Refusal("too_many_shares", f"at most {MOST_SHARES} shares of yours go into one shuffle")
        self.draft.note(f.EntropyAdded(self.person.account, text, seal.context))

    def _sit(self, ask: a.Sit) -> None:
        state = self.draft.state
        if state.table.closed:
            raise Refusal("table_closed", "this table is closed")
        if state.seat_of(self.person.account) is not None:
            raise Refusal("already_seated", "you sit at this table already")
        if ask.seat > self.draft.rules.seats:
            raise Refusal("no_such_seat", f"this table has {self.draft.rules.seats} seats", seat=ask.seat)
        if state.sitting(ask.seat) is not None or self._has_wagers(ask.seat):
            raise Refusal("seat_taken", f"seat {ask.seat} is taken", seat=ask.seat)
        if self.person.guest and state.kind == f.LIVE:
            raise Refusal("guests_practise", "guests play at practice tables only", Kind.FORBIDDEN)
        if state.plays_here(self.person.account):
            raise Refusal("still_leaving", "your last hand at this table is not over yet")
        self.draft.note(f.SeatTaken(ask.seat, self.person.account, self.person.name))
        beside = self.sits_down(self.person.account, state.id)
        if beside is not None:
            self.draft.beside.append(beside)
        if ask.buy_in is not None:
            self._buy_in(_amount(ask.buy_in))

    def _has_wagers(self, seat: int) -> bool:
        round_ = self.draft.state.table.round
        return round_ is not None and round_.seat(seat) is not None

    def _leave(self) -> None:
        seat = self._own_seat()
        round_ = self.draft.state.table.round
        boxes = [box.seat for box in round_.seats if box.player == seat] if round_ else []
        if boxes and self.draft.state.phase is Phase.BETTING:
            for box in boxes:
                self._play(c.WithdrawWagers(Role.PLAYER, self.draft.seconds, box))
            boxes = []
        if boxes:
            self.draft.note(f.SeatLeft(seat))
        else:
            self.draft.let_go(seat, self.person.account)

    def _buy_in(self, amount: int) -> None:
        """Money goes into the drop box, chips come from the tray. Practice money is lent where the purse is short."""
        state, account = self.draft.state, self.person.account
        if state.table.closed:
            raise Refusal("table_closed", "this table is closed")
        if not amount:
            raise Refusal("nothing_bought", "buy chips for more than nothing")
        if state.automatic("fill_tray"):
            self.draft.keep_filled(amount)
        self._insist_tray_holds(self.draft.state.tray - amount, "sell so many chips")
        own = purse(state.kind, account)
        name = "table.chips_bought/1"
        short = amount - self.balance_of(own)
        if short > 0 and state.kind == f.LIVE:
            raise Refusal("not_enough_money", "your purse holds less than that", missing=dollars(short))
        if short > 0 and self.practice_chips_of(account) + amount > MOST_PRACTICE_MONEY:
            most = dollars(MOST_PRACTICE_MONEY)
            message = f"practice money is lent until you have {most} in chips, at all tables together"
            raise Refusal("too_much_lent", message, most=most)
        lent = (moved(bank(state.kind), own, short, name),) if short > 0 else ()
        self.draft.spent.append(own)
        self.draft.note(
            f.ChipsBought(account, amount),
            (
                *lent,
                moved(own, drop(state.stream), amount, name),
                moved(tray(state.stream), chips(state.stream, account), amount, name),
            ),
        )

    def _insist_tray_holds(self, left: int, to_do: str) -> None:
        if left < 0:
            message = f"the tray holds too little to {to_do}; have it filled first (fill_tray, by a pit manager)"
            raise Refusal("tray_too_low", message, tray=dollars(self.draft.before.tray), missing=dollars(-left))

    def _need_chips(self, amount: int) -> None:
        have = self.draft.state.chips_of(self.person.account)
        if amount > have:
            raise Refusal(
                "not_enough_chips", "you have fewer chips than that", have=dollars(have), need=dollars(amount)
            )

    # Wagers and decisions

    def _bet(self, ask: a.PlaceWagers | a.WithdrawWagers | a.Act) -> None:
        own, at = self._own_seat(to_bet=True), self.draft.seconds
        match ask:
            case a.PlaceWagers(seat=seat, wagers=wagers):
                if not self.draft.state.table.round_begun:
                    self.draft.go_on(wanted=True)
                self._insist_deck_not_due()
                self._insist_free(seat)
                placed = tuple((name, _amount(amount)) for name, amount in wagers.items())
                self._play(c.PlaceWagers(Role.PLAYER, at, seat, placed, own))
                self._insist_covered()
                if ask.ready:
                    self.draft.note(f.PlayerReady(own))
            case a.WithdrawWagers(seat=seat):
                self._insist_own_box(seat, own)
                self._play(c.WithdrawWagers(Role.PLAYER, at, seat))
            case a.Act(seat=seat, action=action, amount=amount):
                self._insist_own_box(seat, own)
                self._play(c.Act(Role.PLAYER, at, seat, action, _amount(amount)))
                self._insist_covered()
            case _:
                assert_never(ask)

    def _insist_deck_not_due(self) -> None:
        """Nobody bets on cards that cannot be dealt any more; wagers that lie there can still be taken back."""
        table, rules = self.draft.state.table, self.draft.rules
        if table.round is not None and table.round.phase is not Phase.BETTING:
            return
        deck = table.deck(table.round.deck if table.round else next_deck(rules, table))
        due = check_due(rules, table, deck, self.draft.seconds) if deck else None
        if due is not None:
            raise by_the_rules(due)

    def _insist_free(self, seat: int) -> None:
        sitting = self.draft.state.sitting(seat)
        if sitting is not None and sitting.account != self.person.account:
            raise Refusal("seat_taken", f"somebody else sits at seat {seat}", seat=seat)

    def _insist_own_box(self, seat: int, own: int) -> None:
        round_ = self.draft.state.table.round
        box = round_.seat(seat) if round_ else None
        if box is not None and box.player != own:
            raise Refusal("not_your_box", f"the wagers at seat {seat} are not yours", Kind.FORBIDDEN, seat=seat)

    def _insist_covered(self) -> None:
        """Chips on the felt must have been bought; the rules have said yes to the amounts already."""
        left = self.draft.state.chips_of(self.person.account)
        if left < 0:
            raise Refusal("not_enough_chips", "you have too few chips for that", missing=dollars(-left))

    # The dealer's and the floor's part

    def _shuffle(self, ask: a.Shuffle) -> None:
        given = ask.cards or ()
        cards = tuple(int(parse_card(card)) for card in given)
        twice = sorted({card for card in given if given.count(card) > 1})
        if twice:
            message = f"there more than once: {' '.join(twice)}"
            raise Refusal("not_a_deck", message, Kind.MALFORMED, cards=" ".join(twice))
        if cards and ask.as_dealt:
            message = "either the order of the cards, or that they are read as they are dealt"
            raise Refusal("malformed", message, Kind.MALFORMED)
        real = AsDealt() if ask.as_dealt else Entered(cards) if cards else None
        refused = self.draft.shuffle(ask.deck, real)
        if refused is not None:
            raise by_the_rules(refused)

    def _spin(self, ask: a.SpinWheel) -> None:
        if ask.symbol is not None:
            self._play(c.SpinWheel(Role.DEVICE, self.draft.seconds, ask.seat, ask.symbol))
            self.draft.note(f.ActDone("spin_wheel", ask.seat, self.person.account))
            return
        if not self.draft.rules.wheel or self.draft.rules.progressive is None:
            self._play(c.SpinWheel(Role.DEVICE, self.draft.seconds, ask.seat, ""))
            return
        self._play(c.SpinWheel(Role.DEVICE, self.draft.seconds, ask.seat, self.draft.spin()))

    def _two_persons(self, ask: a.VerifyInspection | a.ValidatePayout | a.InspectCards | a.Settle) -> None:
        """Whoever did the first part does not approve it; nor does whoever is paid by it."""
        at, who = self.draft.seconds, self.person.account
        match ask:
            case a.InspectCards(deck=deck):
                self._play(c.InspectCards(Role.DEALER, at, deck))
                self.draft.note(f.ActDone("verify_inspection", deck, who))
            case a.Settle():
                self._play(c.Settle(Role.DEALER, at))
                if not self.draft.state.automatic("fill_tray"):
                    self._insist_tray_holds(self.draft.state.tray, "pay this")
                round_ = self.draft.state.table.round
                if round_ is not None and round_.claim is not None:
                    self.draft.note(f.ActDone("validate_payout", round_.claim, who))
            case a.VerifyInspection(deck=deck):
                self._insist_other("verify_inspection", deck)
                self._play(c.VerifyInspection(Role.FLOORPERSON, at, deck))
            case a.ValidatePayout(seat=seat):
                self._insist_other("validate_payout", seat)
                self._insist_other("validate_payout", seat, done="spin_wheel")
                self._insist_not_the_winner(seat)
                self._play(c.ValidatePayout(self._role(), at, seat))
            case _:
                assert_never(ask)

    def _insist_other(self, step: str, subject: int, done: str = "") -> None:
        """``done``: under which name the act is remembered that this step approves, where it is another."""
        if self.draft.state.act_by(done or step, subject) == self.person.account:
            raise Refusal("own_act", "somebody else must approve what you did", Kind.FORBIDDEN, step=step)

    def _insist_not_the_winner(self, seat: int) -> None:
        round_ = self.draft.state.table.round
        box = round_.seat(seat) if round_ else None
        sitting = self.draft.state.sitting(box.player) if box else None
        if sitting is not None and sitting.account == self.person.account:
            raise Refusal(
                "own_act", "nobody validates a payout to themselves", Kind.FORBIDDEN, step="validate_payout"
            )

    def _role(self) -> Role:
        """In which of their roles a person who has several acts: as the floor, whose word goes further."""
        return Role.FLOORPERSON if self.person.is_any(FLOOR_OR_ABOVE) else Role.DEALER

    def _insist_abandoned(self, seat: int | None) -> None:
        """The dealer's word alone takes no hand from a player who is still there."""
        round_ = self.draft.state.table.round
        box = round_.seat(seat) if round_ and seat is not None else None
        sitting = self.draft.state.sitting(box.player) if box else None
        if sitting is None or sitting.left or self.is_absent(sitting) or self._role() is Role.FLOORPERSON:
            return
        clauses = self.draft.rules.forfeits.get("hand_abandoned") or self.draft.rules.fold_clauses
        message = f"the player of seat {seat} has not left; a floorperson or above may say that the hand is abandoned"
        raise Refusal("still_seated", message, Kind.REFUSED, clauses[0], seat=seat)

    def _command(self, ask: a.AnyAsk) -> AnyCommand:
        at, dealer, floor = self.draft.seconds, Role.DEALER, Role.FLOORPERSON
        match ask:
            case a.ViewCards(deck=deck):
                return c.ViewCards(Role.PLAYER, at, deck)
            case a.ReceiveCards(deck=deck):
                return c.ReceiveCards(dealer, at, deck)
            case a.SpreadCards(deck=deck):
                return c.SpreadCards(dealer, at, deck)
            case a.StackCards(deck=deck):
                return c.StackCards(dealer, at, deck)
            case a.CutCards(deck=deck, depth=depth):
                return c.CutCards(dealer, at, depth, deck)
            case a.OpenRound():
                return c.OpenRound(dealer, at)
            case a.NoMoreBets():
                return c.NoMoreBets(dealer, at)
            case a.CollectProgressive(chips=count, sensors=sensors):
                return c.CollectProgressive(dealer, at, count, sensors)
            case a.ReadCards(cards=read):
                return c.ReadCards(dealer, at, tuple(int(parse_card(card)) for card in read))
            case a.Deal():
                return c.Deal(dealer, at)
            case a.DealCommunity():
                return c.DealCommunity(dealer, at)
            case a.CountStub(counted=counted, misdealt=misdealt):
                return c.CountStub(dealer, at, counted, misdealt)
            case a.Reveal():
                return c.Reveal(dealer, at)
            case a.GoIdle(face_up=face_up):
                return c.GoIdle(dealer, at, face_up)
            case a.OrderShuffle(deck=deck):
                return c.OrderShuffle(floor, at, deck)
            case a.OrderRecut(deck=deck):
                return c.OrderRecut(floor, at, deck)
            case a.CorrectCount(seat=seat):
                return c.CorrectCount(floor, at, seat)
            case a.ChangeDealing(method=method):
                return c.ChangeDealing(floor, at, method)
            case a.CloseTable():
                return c.CloseTable(floor, at)
            case a.RemoveDeck(deck=deck):
                return c.RemoveDeck(self._role(), at, deck)
            case a.ReportDevice(device=device):
                return c.ReportDevice(self._role(), at, device)
            case a.CoverDevice(device=device, how=how):
                return c.CoverDevice(self._role(), at, device, how)
            case a.Report():
                if ask.kind == "hand_abandoned":
                    self._insist_abandoned(ask.seat)
                cards = tuple(int(parse_card(card)) for card in ask.cards)
                return c.Report(self._role(), at, ask.kind, ask.count, cards, ask.seat, ask.who, ask.during)
            case _:
                raise AssertionError(f"{ask} is carried out elsewhere")

    def _manage(self, ask: a.FillTray | a.CreditTray | a.ChangeSettings) -> None:
        state = self.draft.state
        match ask:
            case a.FillTray(amount=amount):
                self._insist_something(amount)
                self.draft.fill(_amount(amount))
            case a.CreditTray(amount=amount):
                self._insist_something(amount)
                if _amount(amount) > state.tray:
                    raise Refusal("tray_too_low", "the tray holds less than that", tray=dollars(state.tray))
                move = moved(tray(state.stream), cage(state.kind), _amount(amount), "table.tray_credited/1")
                self.draft.note(f.TrayCredited(_amount(amount)), (move,))
            case a.ChangeSettings():
                settings = changed_settings(
                    state.settings, ask.automatic, ask.betting_seconds, ask.decision_seconds, ask.least_tray
                )
                insist_on_second_persons(self.draft.submission, state.kind, settings)
                self.draft.note(f.SettingsChanged(settings))
            case _:
                assert_never(ask)

    def _put_away_alarm(self, ask: a.PutAwayAlarm) -> None:
        """Nobody whose own results may be among those that strayed, at a practice table either."""
        state = self.draft.state
        if state.plays_here(self.person.account):
            raise Refusal("you_play_here", "nobody puts away an alarm of a table where they play", Kind.FORBIDDEN)
        flag = state.flag(ask.wager, ask.alarm)
        if flag is None or flag.put_away:
            raise unknown("alarm", f"{ask.alarm} {ask.wager}")
        self.draft.note(f.FlagPutAway(ask.wager, ask.alarm, self.person.account, ask.reason))

    def _insist_something(self, amount: str) -> None:
        if not _amount(amount):
            raise Refusal("nothing_moved", "move more than nothing")


def _amount(text: str) -> int:
    return parse_dollars(text)
