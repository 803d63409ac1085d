"""What games that are decided by the longest flush share: counting, verdicts, pay lines, features, rounds."""
