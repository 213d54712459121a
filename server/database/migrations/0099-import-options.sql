-- Rows that a filter or a person hides in the spreadsheet are asked about. Some imports are written whole or not at all.
ALTER TABLE import_rows ADD COLUMN is_hidden boolean NOT NULL DEFAULT false;
ALTER TABLE imports ADD COLUMN only_whole boolean NOT NULL DEFAULT false;
