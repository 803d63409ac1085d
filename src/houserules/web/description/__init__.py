"""The description of the API: examples, and a page to read and try it."""
