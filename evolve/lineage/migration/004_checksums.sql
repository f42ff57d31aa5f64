-- What a run goes on from carries a checksum of what it holds, which is checked where it
-- is read: the first eight bytes of a SHA-256. NULL is a row of an earlier version.
ALTER TABLE runs          ADD COLUMN checksum BLOB;
ALTER TABLE generations   ADD COLUMN checksum BLOB; -- of the generation with its individuals and its hall of fame
ALTER TABLE distributions ADD COLUMN checksum BLOB;
ALTER TABLE evidence      ADD COLUMN checksum BLOB;
