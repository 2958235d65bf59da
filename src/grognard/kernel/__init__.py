"""The kernel: matches, decisions, actions, dice, records, rulebooks and words. It knows no game."""
