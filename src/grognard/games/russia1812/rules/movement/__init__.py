"""Rulebook 8: rally, marches, sieges, march attrition."""
