-- A quota of after the leaving of its member that a person made owed, or wrote, knowing of it: no leaving cancels it.
ALTER TABLE unsettled_payments ADD COLUMN owed_after_leaving boolean NOT NULL DEFAULT false;
