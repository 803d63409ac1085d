"""One table of the service: requests, what they lead to, and the state that only events change."""
