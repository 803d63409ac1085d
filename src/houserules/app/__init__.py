"""Use-cases of the table service: one command is one transaction, and nothing is told before it is kept."""
