-- The second format. Games of `match --keep`, of run 0, are gone: a ladder keeps games between programs.
DELETE FROM games WHERE run = 0;

-- A ladder is a contest whose bots meet each other: what decides a game beside them.
CREATE TABLE ladders (
    key      INTEGER PRIMARY KEY,
    digest   TEXT    NOT NULL UNIQUE, -- of parts
    contest  TEXT    NOT NULL,        -- path of the run file, from the store's folder
    parts    TEXT    NOT NULL,        -- JSON: the settings of the referee, and hashes of its files and maps, by name
    plan     TEXT    NOT NULL,        -- JSON: the two last rounds that were begun, each a list of pairs of digests with a block
    begun    TEXT    NOT NULL,
    checksum BLOB    NOT NULL
) STRICT;

-- The bots of contests. One of another ladder of the same contest is the same bot.
CREATE TABLE bots (
    contest  TEXT NOT NULL,
    name     TEXT NOT NULL,
    digest   TEXT NOT NULL, -- of the command and the files that it names
    command  TEXT NOT NULL, -- a line, with {bot} for the folder of the copied files
    folder   TEXT NOT NULL, -- of these below bots beside the store; empty where the command names none
    state    TEXT NOT NULL CHECK (state IN ('active', 'retired', 'suspended')),
    reason   TEXT NOT NULL, -- why it was suspended, with the command that plays such a game again
    note     TEXT NOT NULL,
    added    TEXT NOT NULL,
    revision TEXT NOT NULL, -- commit of the Git repository that it came from; empty without one
    clean    INTEGER,       -- whether the repository had no other changes; NULL without one
    checksum BLOB NOT NULL,
    PRIMARY KEY (contest, name),
    UNIQUE (contest, digest)
) STRICT, WITHOUT ROWID;

-- The games of ladders, each once.
CREATE TABLE ladder_games (
    ladder   INTEGER NOT NULL REFERENCES ladders,
    seed     INTEGER NOT NULL, -- as in games
    seats    TEXT    NOT NULL, -- JSON list of digests of bots
    result   TEXT    NOT NULL, -- as in games
    played   TEXT    NOT NULL,
    checksum BLOB    NOT NULL,
    PRIMARY KEY (ladder, seed, seats)
) STRICT, WITHOUT ROWID;
