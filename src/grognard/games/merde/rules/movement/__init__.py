"""Rulebook 20: movement, planned in secret."""
