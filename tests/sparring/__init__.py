"""Sparring partners: simple soldiers with one idea each, to be beaten by the bots. Known to the ladder as ``module:Class``."""
