"""Lessons: drills for players, payouts and an exam for dealers, and their records."""
