"""Rulebook 16: optional rules."""
