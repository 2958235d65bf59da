"""What the two battles is made of: the data files, what never changes, and the state that does."""
