"""Results assembled for people and programs: analyses, comparisons, prices of readings, figures."""
