"""What games decided by the longest flush share: counting, verdicts, pay lines, features, rounds."""
