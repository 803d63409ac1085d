"""What a rulebook must agree on within itself."""
