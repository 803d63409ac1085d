"""What the solver reads from the rulebook: which values it supports, and what other readings are worth."""
