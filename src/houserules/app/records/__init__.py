"""What is read from the records: hands, the feed of events, retention."""
