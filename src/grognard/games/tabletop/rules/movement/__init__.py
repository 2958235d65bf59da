"""Rulebook 5: movement."""
