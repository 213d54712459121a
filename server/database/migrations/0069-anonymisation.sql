ALTER TABLE people ADD COLUMN anonymised_at timestamptz, ADD COLUMN birth_decade integer;

-- What the fiscal law requires of people whose data were erased, encrypted.
CREATE TABLE fiscal_identities (
  person_id uuid PRIMARY KEY CONSTRAINT fiscal_identities_person_id_fkey REFERENCES people,
  created_at timestamptz NOT NULL DEFAULT now(),
  sealed bytea NOT NULL,
  kept_until date NOT NULL
);
