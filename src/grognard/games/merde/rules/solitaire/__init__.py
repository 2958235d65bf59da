"""Rulebook 45: the army that the rulebook plays."""
