-- The distribution that a generation's children were drawn from, for runs that
-- draw them: centre, spread and trail, one after the other, each as a genome is.
CREATE TABLE clouds (
    run        INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    cloud      BLOB    NOT NULL,
    PRIMARY KEY (run, generation),
    FOREIGN KEY (run, generation) REFERENCES generations (run, number)
) STRICT;
