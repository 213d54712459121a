-- People whose data only administrators read, one record at a time.
ALTER TABLE people ADD COLUMN is_protected boolean NOT NULL DEFAULT false;
CREATE INDEX people_is_protected ON people (id) WHERE is_protected;
