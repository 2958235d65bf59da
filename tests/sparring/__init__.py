"""Sparring partners: soldiers with one idea each, to be beaten by the bots; to the ladder they are ``module:Class``."""
