"""HTTP and WebSocket: parses, authenticates, renders. It decides nothing."""
