"""Rulebook 8 to 10: zones of control, movement, terrain."""
