"""Damages to a copy of a rulebook, each of its kind, and what ``rulebook check`` says of them."""

from __future__ import annotations

from typing import NamedTuple


class Damage(NamedTuple):
    """A change to one file of a copy, and what is said of it."""

    file: str
    old: str
    new: str
    at: str | int
    """Text where the line begins that the fault names; or how many lines below the change that line is."""
    says: str
    book: str = "MA-HCF"


RULEBOOK, PAYTABLES, CLAUSES, READINGS, SUBMISSION = "rulebook", "paytables", "clauses", "readings", "submission"
SEATS = 'most_seats          = { is = 6, clause = ["7(c)", "7(d)"] }'
FOUR = 'four_card_flush  = { pays = "1 to 1", clause = "11(c)" }'
DAMAGES: dict[str, Damage] = {
    "a value without its clause": Damage(RULEBOOK, SEATS, "most_seats = { is = 6 }", 0, "stands with its clause"),
    "a bare value": Damage(RULEBOOK, SEATS, "most_seats = 6", 0, "table.most_seats: every value stands with"),
    "an empty clause": Damage(RULEBOOK, SEATS, 'most_seats = { is = 6, clause = "" }', 0, "the number of a clause"),
    "a clause that is no text": Damage(RULEBOOK, SEATS, "most_seats = { is = 6, clause = 7 }", 0, "not 7"),
    "a value of the rulebook cites an unknown clause": Damage(
        RULEBOOK, 'clause = "2(a)"', 'clause = "2(z)"', 0, "'2(z)' is not in the list of clauses"
    ),
    "a pay line cites an unknown clause": Damage(
        PAYTABLES, FOUR, FOUR.replace("11(c)", "11(x)"), 0, "'11(x)' is not in the list of clauses"
    ),
    "a table cites an unknown clause": Damage(
        PAYTABLES, '[flush_bonus.A]\nclause = "11(c)"', '[flush_bonus.A]\nclause = "14"', 1, "'14' is not in the list"
    ),
    "a reading cites an unknown clause": Damage(
        READINGS, 'clauses  = ["11(c)"]', 'clauses  = ["11(c)", "99"]', 0, "'99' is not in the list of clauses"
    ),
    "an unknown outcome": Damage(RULEBOOK, 'is = "lose"', 'is = "loses"', 0, "known are win, lose, push"),
    "an unknown outcome below qualifying": Damage(
        RULEBOOK,
        'ante_below   = { is = "win"',
        'ante_below = { is = "wins"',
        0,
        "known are win, lose, push, by_the_hands",
    ),
    "an unknown role": Damage(
        RULEBOOK,
        'receive_cards        = { is = ["dealer"]',
        'receive_cards = { is = ["waiter"]',
        0,
        "known are dealer, floorperson, player, device",
    ),
    "an unknown step": Damage(RULEBOOK, "go_idle ", "go_home ", 0, "'go_home' is not a word that is known here"),
    "an unknown wager in a list": Damage(
        RULEBOOK,
        'survive_fold = { is = ["flush_bonus"',
        'survive_fold = { is = ["flash_bonus"',
        0,
        "known are ante, raise, flush_bonus, straight_flush_bonus, progressive",
    ),
    "an unknown wager with rules": Damage(
        RULEBOOK, "[wagers.flush_bonus]", "[wagers.flash_bonus]", 0, "'flash_bonus' is not a word"
    ),
    "an unknown order of dealing": Damage(
        RULEBOOK, '"seven_at_once_dealer_last"', '"eight_at_once"', 0, "known are one_card_around_dealer_last, "
    ),
    "an unknown way of dealing": Damage(
        RULEBOOK, "[dealing.automated]", "[dealing.robot]", 0, "manual_shoe, hand, auto"
    ),
    "an unknown irregularity": Damage(
        RULEBOOK, "[irregularities.shoe_jam]", "[irregularities.shoe_fire]", 0, "cards_face_up, drawn_in_error, "
    ),
    "an unknown order of settling": Damage(
        RULEBOOK, '"counterclockwise_from_dealers_right"', '"at_random"', 0, "clockwise_from_dealers_left"
    ),
    "an unknown way of shuffling": Damage(RULEBOOK, '"plain_shuffler"', '"blender"', 0, "known are by_hand, plain_"),
    "an unknown grade of hand": Damage(RULEBOOK, "six_card_flush   = {", "sixcard = {", 0, "three_card_flush"),
    "an unknown street": Damage(
        RULEBOOK, 'decision = { is = "clock', 'later = { is = "clock', 0, "known are decision"
    ),
    "an unknown key": Damage(
        RULEBOOK, SEATS, f"{SEATS}\nlamps = 4", 1, "table.lamps: unknown key; known are most_seats"
    ),
    "an unknown section": Damage(
        RULEBOOK, "[signs]", "[lighting]\nlamps = 4\n[signs]", 0, "lighting: unknown key; known"
    ),
    "a missing key": Damage(RULEBOOK, SEATS, "", "[table]", "table: most_seats is missing"),
    "a missing section": Damage(
        RULEBOOK, "[signs]\nodds_words", "[layout]\nodds_words", 1, "unknown key; known are areas"
    ),
    "a number with a point": Damage(RULEBOOK, "is = 6,", "is = 6.0,", 0, "6.0 is a number with a point"),
    "text for a number": Damage(RULEBOOK, "is = 6,", 'is = "6",', 0, "'6' is not a whole number"),
    "a number for text": Damage(RULEBOOK, 'is = "high_only"', "is = 3", 0, "known are high_only", "MD-HCF"),
    "one for a list": Damage(
        RULEBOOK, 'meters          = { is = ["main", "secondary"]', 'meters = { is = "main"', 0, "a list"
    ),
    "a list for one": Damage(RULEBOOK, "is = 6,", "is = [6],", 0, "[6] is not a whole number"),
    "a number for true or false": Damage(
        RULEBOOK,
        "operator_on_layout         = { is = true",
        "operator_on_layout = { is = 1",
        0,
        "true or false",
        "MD-HCF",
    ),
    "no seats": Damage(RULEBOOK, "is = 6,", "is = 0,", 0, "0 is not possible; this is 1 to 52"),
    "more cards than a deck has": Damage(
        RULEBOOK, "player_cards = { is = 7", "player_cards = { is = 53", 0, "53 is not possible; this is 1 to 52"
    ),
    "a deck of 53": Damage(
        RULEBOOK, "cards_in_deck       = { is = 52", "cards_in_deck = { is = 53", 0, "a deck has 52 cards"
    ),
    "a multiple of nothing": Damage(
        RULEBOOK, "seven_card_flush = { is = 3", "seven_card_flush = { is = 0", 0, "1 or more"
    ),
    "an amount in figures": Damage(RULEBOOK, 'is = "10000"', "is = 10000", 0, "10000 is not dollars"),
    "an amount with a comma": Damage(RULEBOOK, 'is = "10000"', 'is = "10,000"', 0, "'10,000' is not an amount"),
    "a rate beyond all": Damage(RULEBOOK, 'is = "24%"', 'is = "124%"', 0, "at most 100%"),
    "odds for": Damage(RULEBOOK, 'is = "1 to 1"', 'is = "1 for 1"', 0, 'states odds with "for"'),
    "an unknown game": Damage(
        RULEBOOK,
        '"high_card_flush"',
        '"old_maid"',
        0,
        "'old_maid' is not a game that is known here; known are high_card_flush",
    ),
    "no game": Damage(
        RULEBOOK, 'game         = "high_card_flush"\n', "", "# MA-HCF", "game is missing; known are high_card_flush"
    ),
    "no version": Damage(RULEBOOK, 'version      = "1"', "", "# MA-HCF", "version is missing"),
    "a version that is a number": Damage(RULEBOOK, 'version      = "1"', "version = 1", 0, "version: 1 is not text"),
    "a version with blanks": Damage(RULEBOOK, 'version      = "1"', 'version = "first of all"', 0, "not a version"),
    "a day in words": Damage(RULEBOOK, "in_force     = 2", 'in_force = "soon" # ', 0, "'soon' is not a date"),
    "a day that is none": Damage(RULEBOOK, "in_force     = 2026-", "in_force     = 2026-99-", 0, "not TOML"),
    "a day that no month has": Damage(
        RULEBOOK, "in_force     = ", "in_force     = 2026-02-31 # ", 0, "not TOML: Invalid date"
    ),
    "an id in small letters": Damage(RULEBOOK, 'id           = "', 'id           = "x', 0, "is not an id"),
    "no TOML": Damage(RULEBOOK, "[signs]", "[signs", 0, "this is not TOML"),
    "a key twice": Damage(RULEBOOK, SEATS, f"{SEATS}\n{SEATS}", 1, "this is not TOML: Cannot overwrite a value"),
    "a wager without rules": Damage(
        RULEBOOK,
        '[wagers.flush_bonus]\noffer     = { is = "optional", clause = "6(a)(2)" }\n'
        'paytables = { is = "flush_bonus", clause = "11(c)" }\n',
        "",
        "names = ",
        "flush_bonus is in game_wagers.names",
    ),
    "rules for a wager that is not listed": Damage(
        RULEBOOK,
        'names = { is = ["ante", "raise", "flush_bonus", ',
        'names = { is = ["ante", "raise", ',
        0,
        "flush_bonus is missing in game_wagers.names",
    ),
    "a wager that is never settled": Damage(
        RULEBOOK,
        'wagers  = { is = ["ante", "raise", "flush_bonus", ',
        'wagers = { is = ["ante", "raise", ',
        0,
        "flush_bonus is missing in settlement.wagers",
    ),
    "a wager that is settled twice": Damage(
        RULEBOOK, 'wagers  = { is = ["ante", ', 'wagers = { is = ["ante", "ante", ', 0, "ante stands here twice"
    ),
    "a list of nothing": Damage(RULEBOOK, 'is = ["to", "win"]', "is = []", 0, "this list is empty"),
    "a wager that is paid in two ways": Damage(
        RULEBOOK,
        "[wagers.flush_bonus]",
        '[wagers.flush_bonus]\nodds = { is = "1 to 1", clause = "11(b)" }',
        0,
        "either at odds or by pay tables",
    ),
    "a wager that is paid by no table": Damage(
        RULEBOOK, 'paytables = { is = "flush_bonus"', 'paytables = { is = "envy_bonus"', 0, "no tables for envy_bonus"
    ),
    "a base wager that nobody must make": Damage(
        RULEBOOK,
        'offer = { is = "required"',
        'offer = { is = "optional"',
        "[wagers.ante]",
        "every player makes this wager",
    ),
    "a decision for a wager before the deal": Damage(
        RULEBOOK,
        'wager    = { is = "raise"',
        'wager = { is = "ante"',
        0,
        "ante is not made after the deal; known are raise",
    ),
    "a largest wager below the smallest": Damage(
        RULEBOOK,
        "smallest = { is = 1",
        "smallest = { is = 2",
        "two_card_flush ",
        "the largest is below the smallest, 2",
    ),
    "an irregularity with an effect that it cannot have": Damage(
        RULEBOOK,
        '[irregularities.shoe_jam]\nmore     = { is = "void"',
        '[irregularities.shoe_jam]\nmore = { is = "folded"',
        1,
        "folded means nothing here; known are void",
    ),
    "a wager of which a void round says nothing": Damage(
        RULEBOOK,
        'returned = { is = ["ante", "raise", ',
        'returned = { is = ["ante", ',
        0,
        "raise is neither returned nor",
    ),
    "an irregularity that nobody would look for there": Damage(
        RULEBOOK,
        "[irregularities.drawn_in_error]",
        '[irregularities.drawn_in_error]\nuntil = { is = "all_players_acted", clause = "13(b)" }',
        1,
        "nothing depends on this here; known are one",
    ),
    "an ace that contradicts the register": Damage(
        RULEBOOK,
        'ace          = { is = "high_only"',
        'ace = { is = "also_low"',
        0,
        "the default of the reading",
        "MD-HCF",
    ),
    "printed rates that the operator states": Damage(
        RULEBOOK,
        'rates           = { is = "printed"',
        'rates = { is = "operator_states"',
        "[progressive.main_rate]",
        "progressive.main_rate: the rates are not printed: the operator states this",
    ),
    "printed rates that are not there": Damage(
        RULEBOOK,
        'rates           = { is = "operator_states"',
        'rates = { is = "printed"',
        "[progressive]",
        "main_rate is missing: the rates are printed",
        "MD-HCF",
    ),
    "rates for tables that are not there": Damage(
        RULEBOOK, 'D = { is = "25%"', 'E = { is = "25%"', 0, "E is in progressive.main_rate and not in the pay tables"
    ),
    "a step that is missing": Damage(
        RULEBOOK, "close_table ", "spin_wheel ", "[steps]", "steps: close_table is missing"
    ),
    "a line that no hand can make": Damage(
        RULEBOOK,
        "runs         = { is = [7, 6, 5, 4, 3]",
        "runs = { is = [7, 6, 5, 4]",
        "",
        "three_card_straight_flush: no hand can",
    ),
    "a line of another game's wheel": Damage(
        PAYTABLES,
        FOUR,
        f'{FOUR}\n"$500" = {{ pays = "$500", clause = "11(c)" }}',
        1,
        "no hand can make this line; possible are five",
    ),
    "an unknown line": Damage(
        PAYTABLES, "seven_card_flush = {", "eight_card_flush = {", 0, "known are seven_card_flush, "
    ),
    "an unknown group of tables": Damage(
        PAYTABLES, "[flush_bonus.A]", "[flash_bonus.A]", 0, "'flash_bonus' is not a word that is known here"
    ),
    "tables that no wager uses": Damage(
        PAYTABLES,
        "[flush_bonus.A]",
        '[envy_bonus.A]\nclause = "11(c)"\nsix_card_flush = { pays = "$5", clause = "11(c)" }\n[flush_bonus.A]',
        0,
        "no wager is paid by these tables",
    ),
    "a table without its clause": Damage(
        PAYTABLES, '[flush_bonus.A]\nclause = "11(c)"\n', "[flush_bonus.A]\n", 0, "the one clause that prints it"
    ),
    "a table without lines": Damage(
        PAYTABLES, "[flush_bonus.A]", '[flush_bonus.Z]\nclause = "11(c)"\n[flush_bonus.A]', 0, "a line or more"
    ),
    "a pay that is none": Damage(
        PAYTABLES, 'pays = "300 to 1"', 'pays = "a lot"', 0, "'a lot' is not what a line pays; known are odds"
    ),
    "a pay of nothing": Damage(
        PAYTABLES, 'pays = "300 to 1"', 'pays = "0 to 1"', 0, "this pays nothing; write 'push'"
    ),
    "a share where there is no meter": Damage(
        PAYTABLES, 'pays = "300 to 1"', 'pays = "10%"', 0, "only the progressive has a meter"
    ),
    "a share of what is not there": Damage(
        PAYTABLES, 'pays = "10%", ', 'pays = "10%", of = "purse", ', 0, "known are meter, prize"
    ),
    "a line under a reading that is not there": Damage(
        PAYTABLES,
        "flush_bonus_four_card_row",
        "five_card_row",
        0,
        "the register has no switch 'five_card_row'; known are",
    ),
    "a line under a choice that is not there": Damage(
        PAYTABLES,
        'marylands = "2 to 1"',
        'delawares = "2 to 1"',
        0,
        "has no choice 'delawares' besides its default; known are",
    ),
    "a line with an unknown key": Damage(
        PAYTABLES, FOUR, FOUR.replace("{ ", "{ colour = 1, "), 0, "a line is { pays = "
    ),
    "a clause without status": Damage(
        CLAUSES,
        'status = "enforced"\n',
        "",
        "[[clause]]",
        "status is missing; known are enforced, recorded, printed, declared",
    ),
    "an unknown status": Damage(
        CLAUSES, 'status = "enforced"', 'status = "ignored"', 0, "known are enforced, recorded"
    ),
    "an unknown kind": Damage(
        CLAUSES, 'kind   = "definition"', 'kind = "poem"', 0, "known are definition, equipment"
    ),
    "a gap in the numbering": Damage(
        CLAUSES,
        'id     = "3(d)"',
        'id     = "3(f)"',
        0,
        "a gap in the numbering: 3(d) to 3(e) are missing before 3(f)",
    ),
    "a chapter that the numbering skips": Damage(
        CLAUSES,
        'id     = "12.B(3)"',
        'id     = "12.B(99)"',
        0,
        "12.B(15) to 12.B(98) are missing before 12.B(99)",
        "MD-HCF",
    ),
    "a number that is in no sequence": Damage(
        CLAUSES,
        'id     = "3(b)"',
        'id     = "3(xyz)"',
        'id     = "3(c)"',
        "a gap in the numbering: 3(b) is missing before 3(c)",
    ),
    "a clause listed twice": Damage(
        CLAUSES,
        'id     = "3(c)"',
        'id     = "3(b)"',
        'id     = "3(b)"\ngist   = """\\\n  When the first',
        "3(b) is listed twice",
    ),
    "a declared clause without its reason": Damage(
        CLAUSES, 'reason = "A physical object; software has nothing to show or check."\n', "", "", "needs its reason"
    ),
    "a clause of no chapter": Damage(
        CLAUSES, 'id     = "3(a)"', 'id     = "33(a)"', 0, "33(a) is of no listed chapter"
    ),
    "a chapter without a clause": Damage(
        CLAUSES,
        "[[chapter]]",
        '[[chapter]]\nnumber = 77\ntitle = "Empty"\n[[chapter]]',
        0,
        "chapter 77 has no clause",
    ),
    "a clause without its gist": Damage(CLAUSES, 'gist   = "A push is a tie."\n', "", "", "gist is missing"),
    "an unknown key of a clause": Damage(
        CLAUSES, 'status = "enforced"', 'state = "enforced"', 0, "state: unknown key; known are id"
    ),
    "an unknown part of the software": Damage(
        CLAUSES, 'room   = "play"', 'room   = "kitchen"', 0, "known are law, play, table, exhibits"
    ),
    "a share with others for nobody knows how much": Damage(
        PAYTABLES, 'per    = { is = "1", clause = "12.D(6)" }', "", "[community_pay.A]", "per is missing", "MD-CTF"
    ),
    "clauses of another rulebook": Damage(CLAUSES, 'rulebook = "', 'rulebook = "X', 0, "the id in rulebook.toml"),
    "a reading listed twice": Damage(
        READINGS,
        'id       = "progressive_after_fold"',
        'id       = "flush_bonus_four_card_row"',
        'id       = "flush_bonus_four_card_row"\ntitle    = "The four',
        "flush_bonus_four_card_row is listed twice",
    ),
    "a default that is no choice": Damage(
        READINGS, 'default  = "lost"', 'default  = "gone"', 0, "known are lost, paid"
    ),
    "a switch on which nothing depends": Damage(
        READINGS,
        'id       = "progressive_after_fold"',
        'id       = "after_fold"',
        0,
        "nothing depends on this switch; known are",
    ),
    "a choice that play does not know": Damage(
        READINGS,
        'paid = "A winning',
        'owed = "A winning',
        0,
        "'owed' is not a word that is known here; known are lost, paid",
    ),
    "a reading that moves an unknown wager": Damage(
        READINGS, 'worth    = ["progressive"]', 'worth    = ["jackpot"]', 0, "known are ante, raise, flush_bonus"
    ),
    "a reading chosen by an unknown key": Damage(
        READINGS,
        'field    = "table.seats"',
        'field    = "table.chairs"',
        0,
        "no submission has this key; known are operator",
    ),
    "a switch that is perhaps": Damage(
        READINGS, "switch   = true", 'switch   = "perhaps"', 0, "switch is true or false"
    ),
    "a reading without its question": Damage(
        READINGS, 'reason   = "As written, ', 'reasons   = "As written, ', 0, "unknown key"
    ),
    "readings of another rulebook": Damage(READINGS, 'rulebook = "', 'rulebook = "X', 0, "the id in rulebook.toml"),
    "a submission with a seat too many": Damage(
        SUBMISSION, "seats          = 6", "seats          = 7", 0, "table.seats = 7: a table has betting positions"
    ),
    "a submission with a table that is not there": Damage(
        SUBMISSION, 'paytable = "A"', 'paytable = "Z"', 0, "the document has no such table for this wager"
    ),
    "a submission of the wrong type": Damage(
        SUBMISSION, "seats          = 6", 'seats = "six"', 0, "expected a whole number"
    ),
    "a submission with a point": Damage(
        SUBMISSION, "seats          = 6", "seats = 6.5", 0, "6.5 is a number with a point"
    ),
    "a submission for another rulebook": Damage(
        SUBMISSION, 'rulebook    = "', 'rulebook    = "X', 0, "it stands beside"
    ),
    "a wheel that pays a hand": Damage(
        PAYTABLES,
        '"$500"     = {',
        "five_card_flush = {",
        0,
        "no hand can make this line; possible are Jackpot",
        "MD-CTF",
    ),
    "a share with others for a symbol that the wheel does not have": Damage(
        PAYTABLES,
        '"$23"  = { pays = "$3"',
        '"$24"  = { pays = "$3"',
        0,
        "no hand can make this line; possible are Jackpot",
        "MD-CTF",
    ),
    "a share with others at odds": Damage(
        PAYTABLES,
        '"$23"  = { pays = "$3"',
        '"$23"  = { pays = "3 to 1"',
        0,
        "what other players receive is an amount",
        "MD-CTF",
    ),
    "an otherwise where there is none": Damage(
        PAYTABLES,
        FOUR,
        f'{FOUR}\notherwise = {{ pays = "push", clause = "11(c)" }}',
        1,
        "only a wager against the dealer",
    ),
    "a flop of all community cards": Damage(
        RULEBOOK, "flop_cards      = { is = 2", "flop_cards = { is = 4", 0, "the flop is 1 to 3 cards", "MD-CTF"
    ),
    "burnt cards before nothing": Damage(
        RULEBOOK,
        "[dealing.automated]",
        '[dealing.automated]\nburn_cards = { is = 1, clause = "8(c)" }',
        1,
        "no community cards",
    ),
    "a payout limit without its amount": Damage(
        RULEBOOK, 'side   = { is = "any"', 'side = { is = "at_most"', "[payout_limit]", "at_most goes with an amount"
    ),
}
