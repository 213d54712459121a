-- Null: the content is to be deleted. Otherwise a process is storing it; when the row is still here at this time, that process was killed
-- before it inserted the row of the file.
ALTER TABLE discarded_files ADD COLUMN kept_until timestamptz;
