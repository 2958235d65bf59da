"""Rulebook 31 and 32: charges and squares."""
