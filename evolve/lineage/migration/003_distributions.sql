-- The distribution that the newest generation of a run was drawn from, for runs that draw
-- children: a column for each vector, each of float64, little-endian, in the order of
-- runs.genes. tail_average is NULL without a tail; gradient and Adam's m and v are NULL
-- but for algorithm gradient. version says what the vectors mean, and is 1.
CREATE TABLE distributions (
    run          INTEGER PRIMARY KEY,
    generation   INTEGER NOT NULL,
    version      INTEGER NOT NULL,
    mean         BLOB NOT NULL,
    sd           BLOB NOT NULL,
    average      BLOB NOT NULL,
    tail_average BLOB,
    gradient     BLOB,
    m            BLOB,
    v            BLOB,
    FOREIGN KEY (run, generation) REFERENCES generations (run, number)
) STRICT;

-- A cloud had its vectors one after the other: mean, standard deviation and moving
-- average, then gradient, m and v where there was a gradient, then the tail average where
-- there was a tail. So 3, 4, 6 or 7 vectors as long as a genome; what has another length
-- was broken and is left behind.
INSERT INTO distributions
SELECT run, generation, 1,
       substr(cloud, 1, size), substr(cloud, 1 + size, size), substr(cloud, 1 + 2 * size, size),
       CASE WHEN vectors IN (4, 7) THEN substr(cloud, 1 + (vectors - 1) * size, size) END,
       CASE WHEN vectors >= 6 THEN substr(cloud, 1 + 3 * size, size) END,
       CASE WHEN vectors >= 6 THEN substr(cloud, 1 + 4 * size, size) END,
       CASE WHEN vectors >= 6 THEN substr(cloud, 1 + 5 * size, size) END
FROM (
    SELECT clouds.run AS run, generation, cloud, length(i.genes) AS size, length(cloud) / length(i.genes) AS vectors
    FROM clouds
    JOIN generations g ON g.run = clouds.run AND g.number = generation
    JOIN individuals i ON i.key = g.champion
) newest
WHERE vectors IN (3, 4, 6, 7) AND vectors * size = length(cloud)
  AND generation = (SELECT max(generation) FROM clouds c WHERE c.run = newest.run);

DROP TABLE clouds;

UPDATE individuals
SET operator = CASE operator WHEN 'consensus' THEN 'averaged' WHEN 'normal' THEN 'sampled' ELSE 'varied' END
WHERE operator IN ('consensus', 'normal', 'vary');
