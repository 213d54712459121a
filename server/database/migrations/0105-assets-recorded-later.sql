-- An asset of a year whose accounts are closed is recorded on a later day, with what it had lost of its cost by then.
ALTER TABLE fixed_assets ADD COLUMN recorded_on date;
ALTER TABLE fixed_assets ADD COLUMN depreciation bigint NOT NULL DEFAULT 0;
ALTER TABLE fixed_assets ADD COLUMN value bigint NOT NULL GENERATED ALWAYS AS (cost - depreciation) STORED;
