"""What the solver makes of the rulebook: which values it supports, and what other readings are worth."""
