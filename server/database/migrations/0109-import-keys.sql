-- A corrected row is compared with the rows that have one of its keys.
CREATE INDEX import_rows_keys ON import_rows USING gin (keys);
