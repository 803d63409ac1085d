"""What the service says of its API: examples, and a page to read and try it."""
