"""A second statement of what a round pays, irregularities and all, written from the three documents alone.

Nothing here imports houserules, and nothing here was written after the engine. README.md lists the places where a
document is silent or contradicts itself, and what is taken here.
"""
