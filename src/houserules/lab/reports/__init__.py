"""Results put together for people and programs: analyses, comparisons, prices of readings, figures."""
