"""Rulebook 25, 26 and 28 to 30: fights, their markers and their damage."""
