-- Rows of a file that are equal to an earlier one, and those with a reason, are found without reading the whole file.
CREATE INDEX import_rows_equal ON import_rows (import_id, hashtextextended(keys[1], 0)) WHERE keys[1] LIKE 'equal:%';
CREATE INDEX import_rows_reason ON import_rows (import_id) WHERE reason IS NOT NULL;
