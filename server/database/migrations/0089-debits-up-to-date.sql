-- The file of an unsent batch is made from the current open charges.
ALTER TABLE debit_batches ADD COLUMN file_made_at timestamptz;
UPDATE debit_batches SET file_made_at = created_at WHERE state NOT IN ('created', 'cancelled');
ALTER TABLE debit_collections ADD COLUMN changed text;
-- Debtor address in the file, for accounts outside the European Economic Area.
ALTER TABLE debit_collections ADD COLUMN debtor_address jsonb;
-- The country of the account, which is encrypted.
ALTER TABLE mandates ADD COLUMN iban_country text;
UPDATE mandates SET iban_country = left(iban, 2) WHERE iban ~ '^[A-Z]{2}[0-9]{2}';
-- The last debit of a program that was used before.
ALTER TABLE mandates ADD COLUMN last_used_on date;
-- Organisations that never chose a version write the one that all banks accept.
UPDATE settings SET value = '08', version = version + 1, updated_at = now() WHERE name = 'painVersion' AND value = '02' AND version = 1;
