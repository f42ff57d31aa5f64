-- The games of a run whose players are programs, each once, so that a run that is killed
-- in a generation goes on with the games that it has. Players are named by their command
-- lines.
CREATE TABLE programs (
    key     INTEGER PRIMARY KEY,
    command TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE games (
    run    INTEGER NOT NULL REFERENCES runs,
    seed   INTEGER NOT NULL,
    seats  TEXT    NOT NULL, -- keys of programs by seat: "1,2"
    ranks  TEXT    NOT NULL, -- by seat, the lowest is the best: "0,1"
    errors TEXT,             -- JSON list by seat of what programs did wrong; NULL for nothing
    ms     REAL    NOT NULL, -- that the game took
    PRIMARY KEY (run, seed, seats)
) STRICT, WITHOUT ROWID;
