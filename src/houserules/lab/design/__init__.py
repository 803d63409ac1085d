"""Pay tables side by side, and pay tables designed for a goal."""
