-- What somebody at a seat writes down for himself.
CREATE TABLE notes (
    match      TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat       TEXT NOT NULL,
    text       TEXT NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
