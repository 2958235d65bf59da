-- How a match stands, so that it opens without being replayed and outlives a change of rules; and what was told of each
-- entry, so that its log can be read then. Without them a match is rebuilt by replaying its entries.
ALTER TABLE matches ADD COLUMN told TEXT;     -- JSON: the events of the set-up
ALTER TABLE entries ADD COLUMN told TEXT;     -- JSON: events, and who may know of them

CREATE TABLE positions (
    match      TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    slot       INTEGER NOT NULL,           -- 0: now; 1, 2: to take back from; from 10 on: where it went over to other rules
    n          INTEGER NOT NULL,           -- after so many entries
    ruleset    INTEGER NOT NULL,
    data_hash  TEXT NOT NULL,
    body       TEXT NOT NULL,              -- JSON
    mark       TEXT NOT NULL,              -- SHA-256 of the body
    PRIMARY KEY (match, slot)
) STRICT, WITHOUT ROWID;
