"""Chase the Flush after the flop: single states, counted the plain way."""

from houserules.lab.games.chase_the_flush.board_layout import Stakes
from houserules.lab.games.flushes.lanes import RANKS, SUITS, key_of
from houserules.lab.games.flushes.showdown import dealers_under
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.compiling import jit


@jit
def river_counts(stakes: Stakes, hole: Ints, board: Ints, shown: Ints, free: Ints) -> tuple[int, int]:
    """The net result of a call, and of one more ante on top of it, over all dealer's hands."""
    held = hole | board
    base = board | shown
    key = key_of(held[0], held[1], held[2], held[3])
    below, at_most = dealers_under(key, base, free, stakes.draw)
    unqualified, _ = dealers_under(stakes.qualifier, base, free, stakes.draw)
    lost = stakes.dealers - at_most
    met = 1 if key >= stakes.qualifier else 0
    one, more = stakes.calls[met, key >> RANKS], stakes.gains[met]
    call = one[0] * stakes.dealers + one[1] * below + one[2] * lost + one[3] * unqualified
    return call, more[0] * stakes.dealers + more[1] * below + more[2] * lost


@jit
def flop_sums(stakes: Stakes, hole: Ints, flop: Ints, shown: Ints, free: Ints) -> tuple[int, int]:
    """What a check with the best decision after it, and all in, bring over all last two cards and dealer's
    hands."""
    check, all_in = 0, 0
    fold = -2 * stakes.unit * stakes.dealers
    board = flop.copy()
    rest = free.copy()
    for high in range(SUITS * RANKS):
        for low in range(high):
            if not (free[high // RANKS] >> high % RANKS & 1 and free[low // RANKS] >> low % RANKS & 1):
                continue
            for card in (high, low):
                board[card // RANKS] |= 1 << card % RANKS
                rest[card // RANKS] &= ~(1 << card % RANKS)
            call, gain = river_counts(stakes, hole, board, shown, rest)
            check += max(call, fold)
            all_in += call + stakes.flop_step * gain
            for card in (high, low):
                board[card // RANKS] &= ~(1 << card % RANKS)
                rest[card // RANKS] |= 1 << card % RANKS
    return check, all_in
