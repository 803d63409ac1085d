"""Scenarios: a hand as people write it down, read strictly and put through the engine."""
