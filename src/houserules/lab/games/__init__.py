"""One package a game, each with its ``SOLVER``, and what several games share. An ``index.toml`` names them."""
