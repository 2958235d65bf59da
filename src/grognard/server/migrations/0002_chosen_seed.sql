-- A seed that somebody chose is no secret: he knows all dice to come, so everybody is told.
ALTER TABLE matches ADD COLUMN chosen_seed TEXT;
