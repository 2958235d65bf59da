"""Rulebook 17: what holds in one of the battles only."""
