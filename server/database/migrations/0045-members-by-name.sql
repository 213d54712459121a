-- Pages deep in the list by name walk this index alone, with the filters that the list usually has: the table of persons is not read.
-- Names are in the alphabetical order of Portugal, as those of persons.
ALTER TABLE members ALTER COLUMN label TYPE text COLLATE "pt-PT-x-icu";
CREATE INDEX members_label ON members (label, id) INCLUDE (current_state_id, category_id);

-- A save sets every column, also to what it was: the person's name is read only when it is another person.
DROP TRIGGER see_member_label ON members;
CREATE TRIGGER see_member_label BEFORE INSERT ON members FOR EACH ROW EXECUTE FUNCTION see_member_label();
CREATE TRIGGER see_label_of_another BEFORE UPDATE OF person_id ON members FOR EACH ROW
  WHEN (OLD.person_id IS DISTINCT FROM NEW.person_id) EXECUTE FUNCTION see_member_label();
