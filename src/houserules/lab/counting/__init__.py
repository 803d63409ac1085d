"""What is counted without a strategy: outcomes, pay lines, side bets, progressives."""
