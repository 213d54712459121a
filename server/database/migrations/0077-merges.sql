-- Pairs of people who may be the same, found by `server/merges/find-duplicates.ts`. The first is the older record. Both are the same person when
-- it has two memberships in force.
CREATE TABLE duplicates (
  id uuid PRIMARY KEY DEFAULT new_id(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  person_id uuid NOT NULL CONSTRAINT duplicates_person_id_fkey REFERENCES people ON DELETE CASCADE,
  other_person_id uuid NOT NULL CONSTRAINT duplicates_other_person_id_fkey REFERENCES people ON DELETE CASCADE,
  name text COLLATE "pt-PT-x-icu" NOT NULL,
  member_number integer,
  other_name text COLLATE "pt-PT-x-icu" NOT NULL,
  other_number integer,
  reasons text[] NOT NULL,
  strength text NOT NULL,
  state text NOT NULL DEFAULT 'open',
  CONSTRAINT duplicates_order CHECK (person_id <= other_person_id)
);
CREATE UNIQUE INDEX duplicates_pair ON duplicates (person_id, other_person_id);
CREATE INDEX duplicates_other_person_id ON duplicates (other_person_id);
CREATE INDEX duplicates_created_at ON duplicates (created_at, id);
CREATE INDEX duplicates_name ON duplicates (name, id);
CREATE INDEX duplicates_strength ON duplicates (strength, id);
CREATE INDEX duplicates_search ON duplicates USING gin (search_text gin_trgm_ops);

CREATE INDEX people_mobile ON people (mobile) WHERE mobile IS NOT NULL;
CREATE INDEX people_phone ON people (phone) WHERE phone IS NOT NULL;
CREATE INDEX people_id_document_number ON people (id_document_number) WHERE id_document_number IS NOT NULL;

-- People whose identity changed since they were last compared with others. Only inserts and deletes, so that writers never wait for each other.
CREATE TABLE duplicate_checks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person_id uuid NOT NULL
);

CREATE FUNCTION check_duplicates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'people' THEN
    INSERT INTO duplicate_checks (person_id) VALUES (NEW.id);
  ELSE
    INSERT INTO duplicate_checks (person_id) VALUES (NEW.person_id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER check_new_duplicates AFTER INSERT ON people FOR EACH ROW EXECUTE FUNCTION check_duplicates();
CREATE TRIGGER check_changed_duplicates AFTER UPDATE OF name, birth_date, nif, email, mobile, phone, id_document_number, anonymised_at ON people
  FOR EACH ROW WHEN ((OLD.name, OLD.birth_date, OLD.nif, OLD.email, OLD.mobile, OLD.phone, OLD.id_document_number, OLD.anonymised_at)
    IS DISTINCT FROM (NEW.name, NEW.birth_date, NEW.nif, NEW.email, NEW.mobile, NEW.phone, NEW.id_document_number, NEW.anonymised_at))
  EXECUTE FUNCTION check_duplicates();
CREATE TRIGGER check_new_duplicates AFTER INSERT ON members FOR EACH ROW EXECUTE FUNCTION check_duplicates();
CREATE TRIGGER check_changed_duplicates AFTER UPDATE OF iban, member_number, current_state_id, processing_restricted ON members
  FOR EACH ROW WHEN ((OLD.iban, OLD.member_number, OLD.current_state_id, OLD.processing_restricted)
    IS DISTINCT FROM (NEW.iban, NEW.member_number, NEW.current_state_id, NEW.processing_restricted))
  EXECUTE FUNCTION check_duplicates();
INSERT INTO duplicate_checks (person_id) SELECT id FROM people;

-- Two records that became one. `row_changes` has what every row was and became, for undoing; null when the person's data were erased. The ids of the
-- merged records are no references: their rows are gone.
CREATE TABLE merges (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  person_id uuid NOT NULL CONSTRAINT merges_person_id_fkey REFERENCES people,
  member_id uuid CONSTRAINT merges_member_id_fkey REFERENCES members,
  lost_person_id text NOT NULL,
  lost_member_id text,
  keeps_both boolean NOT NULL DEFAULT false,
  choices jsonb,
  name text COLLATE "pt-PT-x-icu" NOT NULL,
  member_number integer,
  lost_name text COLLATE "pt-PT-x-icu" NOT NULL,
  former_number integer,
  comparison jsonb,
  moved jsonb,
  state text NOT NULL DEFAULT 'done',
  created_by_name text,
  undone_by_name text,
  undone_at timestamptz,
  row_changes jsonb
);
CREATE INDEX merges_created_at ON merges (created_at, id);
CREATE INDEX merges_person_id ON merges (person_id);
CREATE INDEX merges_member_id ON merges (member_id);
CREATE INDEX merges_lost_person_id ON merges (lost_person_id) WHERE state = 'done';
CREATE INDEX merges_lost_member_id ON merges (lost_member_id) WHERE state = 'done';
CREATE INDEX merges_former_number ON merges (former_number) WHERE state = 'done';
