-- Whether the membership begins on a later day, so that lists and their totals can leave it out. Kept by writes and by daily work.
DROP TRIGGER keep_totals_of_new ON members;
DROP TRIGGER keep_totals_of_changed ON members;
DROP TRIGGER keep_totals_of_old ON members;
DROP TRIGGER keep_totals_of_none ON members;
DROP FUNCTION keep_members_totals;
DROP FUNCTION fold_members_totals;
DROP TABLE members_totals;
ALTER TABLE members ADD COLUMN to_be_admitted boolean NOT NULL DEFAULT false;
UPDATE members SET to_be_admitted = true WHERE state_since > current_date;
CREATE INDEX members_to_be_admitted ON members (id) WHERE to_be_admitted;
CALL keep_totals('members', '{current_state_id,category_id,processing_restricted,to_be_admitted}', '{}');
