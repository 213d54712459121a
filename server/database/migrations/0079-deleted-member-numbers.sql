-- Numbers of members who were deleted: they are in papers and memories, and only a person gives one again.
CREATE TABLE deleted_member_numbers (number integer PRIMARY KEY);

INSERT INTO deleted_member_numbers (number)
SELECT DISTINCT (rows -> 0 -> 'row' ->> 'member_number')::integer FROM audit_events
WHERE resource = 'members' AND action = 'deleted' AND rows -> 0 -> 'row' ->> 'member_number' IS NOT NULL;

CREATE FUNCTION keep_deleted_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_member_numbers SELECT member_number FROM gone ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_deleted_numbers AFTER DELETE ON members REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted_numbers();

-- Restored, or given again by a person.
CREATE FUNCTION forget_deleted_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM deleted_member_numbers WHERE number IN (SELECT member_number FROM made);
  RETURN NULL;
END $$;
CREATE TRIGGER forget_deleted_numbers AFTER INSERT ON members REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION forget_deleted_numbers();
