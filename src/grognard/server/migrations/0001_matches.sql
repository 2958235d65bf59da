-- A match is its header and its list of entries. Entries are only ever added; a match is rebuilt by replaying them.
CREATE TABLE matches (
    id         TEXT PRIMARY KEY,
    game       TEXT NOT NULL,
    scenario   TEXT NOT NULL,
    options    TEXT NOT NULL,              -- JSON
    ruleset    INTEGER NOT NULL,
    data_hash  TEXT NOT NULL,
    streams    TEXT NOT NULL,              -- JSON: [[first die, commitment, seed]]; the seeds are secret until the end
    opening    TEXT NOT NULL,              -- JSON: the dice of the set-up
    title      TEXT NOT NULL,
    lang       TEXT NOT NULL,
    lesson     INTEGER NOT NULL DEFAULT 0,
    created    INTEGER NOT NULL,           -- milliseconds since 1970, as all times here
    updated    INTEGER NOT NULL,
    revision   INTEGER NOT NULL DEFAULT 0, -- the number of entries; with summary and outcome a copy for the lobby
    summary    TEXT NOT NULL,              -- JSON: the clock in every language, who is to act
    outcome    TEXT                        -- JSON, NULL while the match runs
) STRICT;

CREATE INDEX matches_by_date ON matches (updated DESC);

-- Who sits where. token and account are for strangers at a distance, who come later.
CREATE TABLE seats (
    match      TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    side       TEXT NOT NULL,
    place      INTEGER NOT NULL,
    kind       TEXT NOT NULL,              -- human, hotseat, or the name of a bot
    seed       TEXT NOT NULL,              -- a bot's own chance; it has nothing to do with the dice
    token      TEXT,
    account    TEXT,
    PRIMARY KEY (match, side)
) STRICT, WITHOUT ROWID;

CREATE TABLE entries (
    match      TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    n          INTEGER NOT NULL,
    side       TEXT NOT NULL,
    action     TEXT NOT NULL,              -- notation, or undo
    dice       TEXT NOT NULL,              -- separated by blanks
    at         INTEGER NOT NULL,
    PRIMARY KEY (match, n)
) STRICT, WITHOUT ROWID;
