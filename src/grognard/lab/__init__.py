"""The laboratory: batches of games between bots, and what they show."""
