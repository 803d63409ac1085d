"""What can be counted without a strategy: outcomes, pay lines, side bets, progressives."""
