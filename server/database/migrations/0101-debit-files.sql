-- Whether a batch has a file of its own for each type of debit, as the setting was when its file was made.
ALTER TABLE debit_batches ADD COLUMN is_split boolean NOT NULL DEFAULT false;
