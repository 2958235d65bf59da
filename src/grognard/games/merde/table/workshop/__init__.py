"""The workshop: battles of one's own."""
