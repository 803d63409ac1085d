"""The documents' pay tables, typed from the documents and not from the rulebooks' data."""

from __future__ import annotations

FLUSHES = ("seven_card_flush", "six_card_flush", "five_card_flush", "four_card_flush")
RUNS = (
    "seven_card_straight_flush", "six_card_straight_flush", "five_card_straight_flush", "four_card_straight_flush",
    "three_card_straight_flush",
)  # fmt: skip


def columns(letters: str, *rows: str) -> dict[str, list[str]]:
    """The columns of a grid, one list of figures a letter."""
    figures = [row.split() for row in rows]
    return {letter: [row[place] for row in figures] for place, letter in enumerate(letters)}


MD_FLUSH_BONUS = columns(
    "ABCDEFGHIJKLMNO",
    "300 100 200 300 200 500 400 1000 150 150 400 300 500 500 250",
    "100 20 20 75 60 50 60 50 20 25 100 80 80 100 100",
    "10 10 10 5 12 12 12 10 10 10 10 11 11 10 10",
    "1 2 2 2 1 1 1 1 2 2 1 1 1 1 1",
)
MA_FLUSH_BONUS = columns(
    "ABCDEFGHIJKLMN",
    "300 100 200 300 200 500 400 1000 150 150 400 300 500 500",
    "100 20 20 75 60 50 60 50 20 25 100 80 80 100",
    "10 10 10 5 12 12 12 10 10 10 10 11 11 10",
    "1 1 2 2 2 1 1 1 1 2 2 1 1 1",
)
STRAIGHT_FLUSH_BONUS = columns(
    "ABCDEF", "8000 500 500 1000 500 1000", "1000 200 200 500 200 500", "100 100 100 100 100 100",
    "60 50 75 75 60 60", "7 9 7 7 8 8",
)  # fmt: skip
MD_STRAIGHT_FLUSH_BONUS_G = {
    "seven_card_straight_flush": "500", "six_card_straight_flush": "200", "five_card_straight_flush": "100",
    "four_card_straight_flush": "50", "four_of_a_kind": "25", "three_card_straight_flush": "8",
}  # fmt: skip
MD_PROGRESSIVE = {
    "A": {"seven": "100%", "six": "10%", "five": "250", "four": "40", "three": "3"},
    "B": {"seven": "100%", "six": "10%", "five": "900", "four": "50"},
    "C": {"seven": "100%", "six": "100%", "five": "200", "four": "40", "three": "3"},
    "D": {"seven": "100%", "nine_to_ace": "100%", "six": "10%", "five": "250", "four": "40", "three": "3"},
    "E": {"seven": "100%", "nine_to_ace": "100%", "six": "10%", "five": "800", "four": "50"},
}
MD_ENVY = {"C": {"seven": "200", "six": "200"}, "D": {"seven": "250"}, "E": {"seven": "250"}}
MD_LEAST = {"A": "30000", "B": "30000", "C": "5000", "D": "30000", "E": "25000"}
MA_PROGRESSIVE = {
    "A": {"seven": "100%", "six": "10%", "five": "250", "four": "50", "three": "3"},
    "B": {"seven": "100%", "six": "10%", "five": "750", "four": "60"},
    "C": {"seven": "100%", "six": "10%", "five": "300", "four": "50", "three": "3"},
    "D": {"seven": "100%", "six": "10%", "five": "800", "four": "50"},
}
XTRA_BONUS = {"A": {7: "250", 6: "20", 5: "5", 4: "1"}, "B": {7: "400", 6: "70", 5: "7"}}
SAME_SUIT = {
    "A": {"run7": "2000", "run6": "2000", "run5": "100", "run4": "20", "7": "300", "6": "50", "5": "10", "4": "1"},
    "B": {"run7": "500", "run6": "500", "run5": "500", "run4": "20", "7": "400", "6": "50", "5": "5", "4": "1"},
    "C": {"run7": "500", "run6": "500", "run5": "200", "run4": "20", "7": "400", "6": "50", "5": "5", "4": "1"},
    "D": {"run7": "500", "run6": "500", "run5": "100", "run4": "20", "7": "400", "6": "50", "5": "5", "4": "1"},
}
WHEELS = {
    "A": "1,000 500 200 125 75 60 25 23 15 10 5",
    "B": "1,000 500 125 90 60 50 40 28 15 10 5",
    "C": "10,000 5,000 1,000 350 500 150 100 55 65 60 50",
    "D": "5,000 2,500 1,000 350 500 150 100 55 60 50 40",
}
COMMUNITY_PAY = {
    "A": {"$125": "25", "$60": "10", "$23": "3"},
    "B": {"$125": "25", "$90": "15", "$28": "3"},
    "C": {"$350": "100", "$150": "50", "$55": "15"},
    "D": {"$350": "100", "$150": "50", "$55": "15"},
}

HELD_FLUSH = {
    7: "As Qs Ts 8s 6s 4s 2s", 6: "As Qs Ts 8s 6s 4s 2h", 5: "As Qs Ts 8s 6s 4h 2h", 4: "As Qs Ts 8s 6h 4h 2d",
    3: "As Qs Ts 8h 6h 4d 2d",
}  # fmt: skip
HELD_RUN = {
    7: "9s 8s 7s 6s 5s 4s 3s", 6: "9s 8s 7s 6s 5s 4s Ah", 5: "9s 8s 7s 6s 5s Ah Jh", 4: "9s 8s 7s 6s Ah Jh 2d",
    3: "9s 8s 7s Ah Jh 2d 4d", 2: "9s 8s 6s Ah Jh 2d 4d",
}  # fmt: skip
NINE_TO_ACE = "As Ks Qs Js Ts 9s 2h"
