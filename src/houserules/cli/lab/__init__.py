"""Commands about the mathematics."""
