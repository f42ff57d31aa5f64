-- What the children of a generation were drawn from. An individual whose genes are empty
-- is drawn again where it is read: as one of operator 'sampled' by mean and sd, as
-- 'recombined' by the genes of its parents, mean and sd (evolve.Distribution.Draw).
-- Genes that begin with a byte 4 are float32 from there on, in shares of their ranges.
CREATE TABLE draws (
    run        INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    mean       BLOB    NOT NULL, -- float32, little-endian, of those sampled; the upper halves of float32: how far those recombined moved
    sd         BLOB    NOT NULL, -- likewise; one number stands for all genes
    checksum   BLOB    NOT NULL,
    PRIMARY KEY (run, generation),
    FOREIGN KEY (run, generation) REFERENCES generations (run, number)
) STRICT;

ALTER TABLE distributions ADD COLUMN moves BLOB; -- NULL but for algorithm memetic
ALTER TABLE runs ADD COLUMN ranges TEXT; -- JSON list of a gene's group and bounds; NULL for a run of an earlier version

-- Checksums are CRC-32C from here on. Rows of earlier versions have none.
UPDATE runs          SET checksum = NULL;
UPDATE generations   SET checksum = NULL;
UPDATE distributions SET checksum = NULL;
UPDATE evidence      SET checksum = NULL;
