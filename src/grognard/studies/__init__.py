"""Studies: what the laboratory's report asks about each game, one module a game, named after it."""
