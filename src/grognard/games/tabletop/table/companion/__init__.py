"""For people who play with real figures on a real table."""
