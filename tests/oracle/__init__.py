"""A second statement of what a round pays, irregularities and all, written from the three documents.

Nothing here imports houserules. README.md says what it shares with the engine all the same, and lists the places
where a document is silent or contradicts itself, with what is taken here.
"""
