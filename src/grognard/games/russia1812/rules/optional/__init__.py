"""Rulebook 15: optional rules."""
