"""Whether the books of a house mean what they say: shuffles, chips, meters and purses, together with play."""
