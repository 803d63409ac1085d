"""SQLite and PostgreSQL behind one contract."""
