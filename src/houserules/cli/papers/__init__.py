"""Commands that print what a commission files and a floor hangs up."""
