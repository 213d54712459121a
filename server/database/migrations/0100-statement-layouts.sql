-- Which texts a file has: its format and, of CSV files, the columns that were read. Files of other layouts describe a movement otherwise. Null of
-- CSV files that were imported before.
ALTER TABLE bank_statements
  ADD COLUMN layout text,
  -- What could not be checked against the balances of the file.
  ADD COLUMN remark text;
UPDATE bank_statements SET layout = format WHERE format <> 'csv';
