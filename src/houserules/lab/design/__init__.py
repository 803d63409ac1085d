"""Pay tables side by side, and pay tables made to order."""
