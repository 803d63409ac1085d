"""The mathematics of the games, exact to the last integer.

This room states the rules a second time, independently of the engine that plays them, and in a form made for
counting. Nothing here imports the engine, and the engine imports nothing from here.
"""
