"""Rulebook 11: combat."""
