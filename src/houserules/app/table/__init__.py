"""One table of the service: requests, their consequences, and the state, which only events change."""
