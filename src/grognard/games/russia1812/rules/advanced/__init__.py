"""Rulebook 16: the Advanced game."""
