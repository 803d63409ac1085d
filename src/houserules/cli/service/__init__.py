"""Commands about the service and its records."""
