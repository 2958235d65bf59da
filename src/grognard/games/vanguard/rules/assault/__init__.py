"""Rulebook 12: assaults."""
