"""One module per game. An ``index.toml`` beside the rulebooks names the module of each game; nothing here is imported
by name."""
