"""What the campaign of 1812 is made of: the data files, what never changes, and the state that does."""
