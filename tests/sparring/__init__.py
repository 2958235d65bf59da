"""Sparring partners: simple soldiers with one idea each. The ladder knows them as ``module:Class``."""
