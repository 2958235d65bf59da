"""The rulebook, chapter by chapter: legality and consequences. Nothing here knows how it is shown."""
