-- Of a person who asked that the data be kept but not used (article 18 of the RGPD); the same in all memberships of the person.
DROP TRIGGER keep_totals_of_new ON members;
DROP TRIGGER keep_totals_of_changed ON members;
DROP TRIGGER keep_totals_of_old ON members;
DROP TRIGGER keep_totals_of_none ON members;
DROP FUNCTION keep_members_totals;
DROP FUNCTION fold_members_totals;
DROP TABLE members_totals;
ALTER TABLE members ADD COLUMN processing_restricted boolean NOT NULL DEFAULT false;
CREATE INDEX members_restricted ON members (person_id) WHERE processing_restricted;
CALL keep_totals('members', '{current_state_id,category_id,processing_restricted}', '{}');
