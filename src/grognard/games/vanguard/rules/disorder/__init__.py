"""Rulebook 15 (and 12.8): losses, rout, rally, reinforcements."""
