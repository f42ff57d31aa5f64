-- The store itself, one row. Every later version keeps store.needs where it is: older programs read it to say what
-- they lack.
CREATE TABLE store (
    identity TEXT NOT NULL, -- random, by which the folders of its runs know it
    needs    TEXT NOT NULL, -- the first release that reads these tables
    checksum BLOB NOT NULL
) STRICT;

-- A run is one breeding, from its first generation to its last.
CREATE TABLE runs (
    key              INTEGER PRIMARY KEY,
    name             TEXT    NOT NULL UNIQUE,
    identity         TEXT    NOT NULL, -- random, as in the lock file of the run's folder
    game             TEXT    NOT NULL,
    schema_version   INTEGER NOT NULL,
    schema_hash      TEXT    NOT NULL,
    genes            TEXT    NOT NULL, -- JSON list of name and bounds, in the order of a genome
    config           TEXT    NOT NULL, -- the resolved settings as text
    opponents        TEXT    NOT NULL, -- JSON: a digest of the genes of each of field and holdout, in the order of config
    seed             INTEGER NOT NULL, -- 64 bits, read as signed
    program          TEXT    NOT NULL,
    programs         TEXT    NOT NULL, -- JSON: hashes of the programs that play, by path
    state            TEXT    NOT NULL CHECK (state IN ('running', 'stopped', 'finished')),
    started          TEXT    NOT NULL,
    finished         TEXT,
    nondeterministic INTEGER, -- whether equal games of programs end differently; NULL before that was tried
    checksum         BLOB    NOT NULL -- as all of them: the CRC-32C of what the row says with its run, checked where it is read
) STRICT;

-- Every individual of a run, once. Its key, wherever one stands, is the key of its run, the
-- generation and the place where it was born: run << 40 | born << 20 | place.
CREATE TABLE individuals (
    key      INTEGER PRIMARY KEY,
    operator TEXT    NOT NULL,
    parents  TEXT    NOT NULL, -- JSON list of keys
    step     REAL    NOT NULL,
    -- In the order of runs.genes: a byte 255, then float64, little-endian; or a byte n up to 40, then
    -- the genes in steps of which a range has 2^n, less those of the centre of the generation in which
    -- the individual was born, as signed varints, deflated.
    genes BLOB NOT NULL
) STRICT;

CREATE TABLE generations (
    run             INTEGER NOT NULL REFERENCES runs,
    number          INTEGER NOT NULL,
    algorithm       TEXT    NOT NULL, -- that bred it
    follow          TEXT    NOT NULL, -- what it followed
    island          INTEGER NOT NULL, -- that was bred; 0 in a run without islands, for crossings and for comparisons
    recorded        TEXT    NOT NULL,
    best            REAL    NOT NULL,
    mean            REAL    NOT NULL,
    sd              REAL    NOT NULL,
    games           INTEGER NOT NULL,
    champion        INTEGER NOT NULL,
    champion_since  INTEGER NOT NULL,
    hall_of_fame    TEXT    NOT NULL, -- JSON list of keys, best first
    challenger      INTEGER, -- NULL without a challenge, and so are the next five
    accepted        INTEGER,
    llr             REAL,
    rounds          INTEGER,
    challenge_games INTEGER,
    share           REAL,
    checksum        BLOB    NOT NULL, -- with its individuals and its hall of fame; where some were pruned, with those that are left
    PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

-- What a generation measured, place by place, and what was believed after it.
CREATE TABLE measurements (
    run              INTEGER NOT NULL,
    generation       INTEGER NOT NULL,
    place            INTEGER NOT NULL,
    individual       INTEGER NOT NULL,
    mean             REAL    NOT NULL,
    stderr           REAL    NOT NULL,
    games            INTEGER NOT NULL,
    pooled_mean      REAL    NOT NULL,
    pooled_stderr    REAL    NOT NULL,
    pooled_games     INTEGER NOT NULL,
    posterior_mean   REAL    NOT NULL,
    posterior_stderr REAL    NOT NULL,
    PRIMARY KEY (run, generation, place),
    FOREIGN KEY (run, generation) REFERENCES generations (run, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX measurements_of ON measurements (individual, generation);

-- The evolve.Distribution of the newest generation of a run, from which the run goes on.
CREATE TABLE distributions (
    run        INTEGER PRIMARY KEY,
    generation INTEGER NOT NULL,
    value      BLOB    NOT NULL, -- CBOR
    checksum   BLOB    NOT NULL,
    FOREIGN KEY (run, generation) REFERENCES generations (run, number)
) STRICT;

-- About where the genomes lie that were born in a generation, which makes their numbers small.
CREATE TABLE centres (
    run        INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    genes      BLOB    NOT NULL, -- in the order of runs.genes, in steps of which a range has 2^12, as signed varints, deflated
    checksum   BLOB    NOT NULL,
    PRIMARY KEY (run, generation),
    FOREIGN KEY (run, generation) REFERENCES generations (run, number)
) STRICT;

-- The exploiters that a league has bred, by the numbers of their searches.
CREATE TABLE exploiters (
    run      INTEGER NOT NULL REFERENCES runs,
    number   INTEGER NOT NULL,
    round    INTEGER NOT NULL, -- of the champion that it was bred against
    share    REAL    NOT NULL, -- its points a game against that champion
    games    INTEGER NOT NULL, -- that it was bred with
    genes    BLOB    NOT NULL, -- float64, little-endian
    checksum BLOB    NOT NULL,
    PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

-- The rounds of a league that have begun.
CREATE TABLE league_rounds (
    run      INTEGER NOT NULL REFERENCES runs,
    number   INTEGER NOT NULL,
    champion BLOB,             -- genes, as those of exploiters; NULL where it waited for its exploiters
    won      BLOB    NOT NULL, -- points a game of each exploiter of the field, by number, as float64
    checksum BLOB    NOT NULL,
    PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

-- The evidence for the champion of a run that has ended; of a resumed one that of its end before.
CREATE TABLE evidence (
    run      INTEGER PRIMARY KEY REFERENCES runs,
    value    TEXT    NOT NULL, -- JSON
    checksum BLOB    NOT NULL
) STRICT;

-- How far a run was a moment ago, for pages.
CREATE TABLE statuses (
    run      INTEGER PRIMARY KEY REFERENCES runs,
    value    TEXT    NOT NULL, -- JSON
    checksum BLOB    NOT NULL
) STRICT;

-- What the user notes about a run.
CREATE TABLE tags (
    run      INTEGER PRIMARY KEY REFERENCES runs,
    tags     TEXT    NOT NULL, -- JSON list
    note     TEXT    NOT NULL,
    checksum BLOB    NOT NULL
) STRICT;

-- The games of programs, each once: a run that is killed in a generation goes on with the games that it has.
CREATE TABLE games (
    run      INTEGER NOT NULL, -- 0 in the first format: of a match or a tournament
    seed     INTEGER NOT NULL,
    seats    TEXT    NOT NULL, -- JSON list of command lines
    result   TEXT    NOT NULL, -- JSON: ranks, errors and scores by seat, and milliseconds
    checksum BLOB    NOT NULL,
    PRIMARY KEY (run, seed, seats)
) STRICT, WITHOUT ROWID;
