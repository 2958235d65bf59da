"""Rulebook 24, 27 and 39.2: guns and skirmishers."""
