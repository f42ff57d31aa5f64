-- The second format. Games of `match --keep`, of run 0, are gone: ladders keep games between programs.
DELETE FROM games WHERE run = 0;

-- A ladder is a contest whose bots meet each other.
CREATE TABLE ladders (
    digest   TEXT PRIMARY KEY, -- of what decides a game beside the bots
    value    TEXT NOT NULL,    -- JSON
    checksum BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- The bots of contests. One of another ladder of the same contest is the same bot.
CREATE TABLE bots (
    contest  TEXT NOT NULL, -- path of the run file, from the store's folder
    digest   TEXT NOT NULL, -- of the command and the files that it names
    value    TEXT NOT NULL, -- JSON
    checksum BLOB NOT NULL,
    PRIMARY KEY (contest, digest)
) STRICT, WITHOUT ROWID;

-- The games of ladders, each once.
CREATE TABLE ladder_games (
    ladder   TEXT    NOT NULL REFERENCES ladders,
    seed     INTEGER NOT NULL, -- as in games
    seats    TEXT    NOT NULL, -- JSON list of digests of bots
    value    TEXT    NOT NULL, -- JSON: the result, as in games, and when it was played
    checksum BLOB    NOT NULL,
    PRIMARY KEY (ladder, seed, seats)
) STRICT, WITHOUT ROWID;
