-- A run is one breeding, from its first generation to its last.
CREATE TABLE runs (
    key            INTEGER PRIMARY KEY,
    name           TEXT    NOT NULL UNIQUE,
    game           TEXT    NOT NULL,
    schema_version INTEGER NOT NULL,
    schema_hash    TEXT    NOT NULL,
    genes          TEXT    NOT NULL, -- JSON list of names, in the order of a genome
    config         TEXT    NOT NULL, -- the resolved settings as text
    seed           INTEGER NOT NULL, -- 64 bits, read as signed
    program        TEXT    NOT NULL,
    state          TEXT    NOT NULL CHECK (state IN ('running', 'stopped', 'finished')),
    started        TEXT    NOT NULL,
    finished       TEXT
) STRICT;

-- Every individual that ever lived, once.
CREATE TABLE individuals (
    key      INTEGER PRIMARY KEY,
    run      INTEGER NOT NULL REFERENCES runs,
    id       TEXT    NOT NULL,
    born     INTEGER NOT NULL,
    operator TEXT    NOT NULL,
    step     REAL    NOT NULL,
    genes    BLOB    NOT NULL, -- float64, little-endian, in the order of runs.genes
    UNIQUE (run, id)
) STRICT;

CREATE TABLE parents (
    child  INTEGER NOT NULL REFERENCES individuals,
    nth    INTEGER NOT NULL,
    parent INTEGER NOT NULL REFERENCES individuals,
    PRIMARY KEY (child, nth)
) STRICT, WITHOUT ROWID;

CREATE TABLE generations (
    run        INTEGER NOT NULL REFERENCES runs,
    number     INTEGER NOT NULL,
    recorded   TEXT    NOT NULL,
    best       REAL    NOT NULL,
    mean       REAL    NOT NULL,
    sd         REAL    NOT NULL,
    games      INTEGER NOT NULL,
    champion   INTEGER NOT NULL REFERENCES individuals,
    crowned    INTEGER NOT NULL,
    challenger INTEGER REFERENCES individuals, -- NULL when nobody had a claim, and so are the next five
    accepted   INTEGER,
    llr        REAL,
    blocks     INTEGER,
    judged     INTEGER,
    share      REAL,
    PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

-- What a generation measured, place by place, and what was believed after it.
CREATE TABLE measurements (
    run           INTEGER NOT NULL,
    generation    INTEGER NOT NULL,
    place         INTEGER NOT NULL,
    individual    INTEGER NOT NULL REFERENCES individuals,
    mean          REAL    NOT NULL,
    stderr        REAL    NOT NULL,
    games         INTEGER NOT NULL,
    pooled_mean   REAL    NOT NULL,
    pooled_stderr REAL    NOT NULL,
    pooled_games  INTEGER NOT NULL,
    belief_mean   REAL    NOT NULL,
    belief_stderr REAL    NOT NULL,
    PRIMARY KEY (run, generation, place),
    FOREIGN KEY (run, generation) REFERENCES generations (run, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX measurements_of ON measurements (individual, generation);

-- The hall of fame as it stood after a generation, best first.
CREATE TABLE fame (
    run        INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    nth        INTEGER NOT NULL,
    individual INTEGER NOT NULL REFERENCES individuals,
    PRIMARY KEY (run, generation, nth),
    FOREIGN KEY (run, generation) REFERENCES generations (run, number)
) STRICT, WITHOUT ROWID;

-- What the final validation of a run found, as JSON.
CREATE TABLE evidence (
    run      INTEGER NOT NULL REFERENCES runs,
    key      TEXT    NOT NULL,
    recorded TEXT    NOT NULL,
    value    TEXT    NOT NULL,
    PRIMARY KEY (run, key)
) STRICT, WITHOUT ROWID;
