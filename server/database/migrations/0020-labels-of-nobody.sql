-- Of a person who is deleted while a membership is written there is no name. The foreign key says so, not the label.
CREATE OR REPLACE FUNCTION see_member_label() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  -- Whoever is changing the name is waited for, or waits until this row is there to be changed too.
  SELECT name INTO NEW.label FROM people WHERE id = NEW.person_id FOR SHARE;
  NEW.label := coalesce(NEW.label, '');
  RETURN NEW;
END
$$;
