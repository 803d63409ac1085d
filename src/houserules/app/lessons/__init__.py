"""Lessons: drills for players, payouts and an exam for dealers, and what is kept of them."""
