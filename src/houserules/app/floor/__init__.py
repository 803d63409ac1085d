"""What the floor watches: drop, win and hold, results against theory, trends and flags."""
