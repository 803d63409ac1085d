"""Rules Submissions: read, checked against the rulebook, frozen."""
