"""A second, slow and obviously right solver of the two games, kept to check the quick one.

It shares no code with the lab: it has its own cards, its own counting and its own
settlement, and it prefers the plainest way that ends in minutes to any clever one that ends in seconds.
Only tests and benchmarks import it. `python -m tests.reference --help` runs it by hand.

- `lanes`: a hand as a 52-bit mask, its text, its flush key, and the hands up to a renaming of the suits.
- `high_card_flush`, `chase_the_flush`: the value of every option of one hand, and the whole game.
- `brute_force`: the dealer's hands dealt one by one, without any counting argument.
- `totals`: the whole games, spread over threads, as data for a JSON file.
"""
