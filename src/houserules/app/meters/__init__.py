"""Progressive meters: of one table, shared by several, and corrected by hand."""
