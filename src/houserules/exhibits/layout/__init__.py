"""The table layout: what it must show under the law, its drawing at true scale, and a check that reads the drawing
back."""
