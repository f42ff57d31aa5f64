-- The distribution that a generation's children were drawn from, for runs that
-- draw them: centre, spread and trail, with learning lesson, momentum and scale, and
-- with a tail the mean of its trails, one after the other, each as a genome is. Only
-- the newest of a run is kept.
CREATE TABLE clouds (
    run        INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    cloud      BLOB    NOT NULL,
    PRIMARY KEY (run, generation),
    FOREIGN KEY (run, generation) REFERENCES generations (run, number)
) STRICT;
