"""Three Card Poker for houserules: an example of a game that comes from outside."""
