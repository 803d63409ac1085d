"""The table layout: what it shows by the law, its drawing at true scale, and a check that reads the drawing back."""
