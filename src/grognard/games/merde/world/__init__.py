"""What a battle is made of: the data files, what never changes, and the state that does."""
