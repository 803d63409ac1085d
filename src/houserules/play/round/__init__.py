"""One round: wagers, the deal, decisions, settlement, and what can go wrong."""
