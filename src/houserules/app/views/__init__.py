"""What people and programs are shown of a table: views, options, rules in words, and the shapes of the API."""
