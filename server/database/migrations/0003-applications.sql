ALTER TABLE people ADD COLUMN id_document_expiry date;

ALTER TABLE member_categories ADD COLUMN accepts_applications boolean NOT NULL DEFAULT true;
-- Categories that the general assembly gives: nobody applies for them.
UPDATE member_categories SET accepts_applications = false WHERE code IN ('FUN', 'HON', 'BEN', 'MER');

CREATE TABLE member_application_states (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  name text COLLATE "pt-PT-x-icu" NOT NULL CONSTRAINT member_application_states_name_key UNIQUE,
  colour text NOT NULL DEFAULT 'grey',
  "order" integer NOT NULL DEFAULT 100,
  code text NOT NULL CONSTRAINT member_application_states_code_key UNIQUE,
  is_final boolean NOT NULL DEFAULT false,
  is_accepted boolean NOT NULL DEFAULT false,
  is_waiting boolean NOT NULL DEFAULT false,
  needs_reason boolean NOT NULL DEFAULT false,
  sends_message boolean NOT NULL DEFAULT false
);
CREATE INDEX member_application_states_order ON member_application_states ("order", id);
CREATE INDEX member_application_states_created_at ON member_application_states (created_at, id);

CREATE TABLE member_application_texts (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL CONSTRAINT member_application_texts_name_key UNIQUE,
  body text,
  text_version integer NOT NULL DEFAULT 1,
  valid_from timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE member_application_text_versions (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  text_id uuid NOT NULL CONSTRAINT member_application_text_versions_text_id_fkey REFERENCES member_application_texts,
  text_version integer NOT NULL,
  body text,
  valid_from timestamptz NOT NULL
);
CREATE UNIQUE INDEX member_application_text_versions_text ON member_application_text_versions (text_id, text_version);
CREATE INDEX member_application_text_versions_text_version ON member_application_text_versions (text_version, id);
CREATE INDEX member_application_text_versions_created_at ON member_application_text_versions (created_at, id);

-- Numbers of applications grow and are never given twice; one that is given up leaves a gap.
CREATE SEQUENCE member_application_number AS integer;

CREATE TABLE member_applications (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  photo_id uuid CONSTRAINT member_applications_photo_id_fkey REFERENCES stored_files,
  -- The code of the link that confirms the email, hashed, and until when it is good.
  verification_hash bytea,
  verification_expires_at timestamptz,
  number integer NOT NULL DEFAULT nextval('member_application_number'),
  state_id uuid NOT NULL CONSTRAINT member_applications_state_id_fkey REFERENCES member_application_states,
  state_since date NOT NULL,
  submitted_at timestamptz,
  source text NOT NULL DEFAULT 'counter',
  decision_due date,
  name text COLLATE "pt-PT-x-icu" NOT NULL,
  short_name text,
  kind text NOT NULL DEFAULT 'natural',
  nif text,
  birth_date date,
  gender text,
  id_document_type text,
  id_document_number text,
  id_document_expiry date,
  nationality text,
  marital_status text,
  profession text,
  employer text,
  education text,
  mobile text,
  phone text,
  email text,
  address text,
  postal_code text,
  city text,
  parish text,
  municipality text,
  district text,
  country text DEFAULT 'PT',
  guardian_name text,
  guardian_nif text,
  guardian_contact text,
  guardian_consent boolean NOT NULL DEFAULT false,
  representative_name text,
  representative_role text,
  category_id uuid CONSTRAINT member_applications_category_id_fkey REFERENCES member_categories,
  capital_titles integer,
  proposer1_number integer,
  proposer1_name text,
  proposer1_id uuid CONSTRAINT member_applications_proposer1_id_fkey REFERENCES members,
  proposer2_number integer,
  proposer2_name text,
  proposer2_id uuid CONSTRAINT member_applications_proposer2_id_fkey REFERENCES members,
  interests text[] NOT NULL DEFAULT '{}',
  message text,
  payment_method text,
  iban text,
  terms boolean NOT NULL DEFAULT false,
  privacy_notice boolean NOT NULL DEFAULT false,
  newsletter boolean NOT NULL DEFAULT false,
  sms boolean NOT NULL DEFAULT false,
  image_use boolean NOT NULL DEFAULT false,
  directory boolean NOT NULL DEFAULT false,
  decision_date date,
  decision_body text,
  minute_ref text,
  refusal_reason text,
  reviewer_id uuid CONSTRAINT member_applications_reviewer_id_fkey REFERENCES users,
  member_id uuid CONSTRAINT member_applications_member_id_fkey REFERENCES members,
  person_id uuid CONSTRAINT member_applications_person_id_fkey REFERENCES people,
  email_verified_at timestamptz,
  information_requested text,
  internal_notes text,
  CONSTRAINT member_applications_number_key UNIQUE (number) INCLUDE (id)
);
ALTER SEQUENCE member_application_number OWNED BY member_applications.number;
CREATE INDEX member_applications_state_id ON member_applications (state_id, submitted_at);
CREATE INDEX member_applications_submitted_at ON member_applications (submitted_at, id);
CREATE INDEX member_applications_submitted_at_down ON member_applications (submitted_at DESC NULLS LAST, id DESC);
CREATE INDEX member_applications_name ON member_applications (name, id);
CREATE INDEX member_applications_created_at ON member_applications (created_at, id);
CREATE INDEX member_applications_search ON member_applications USING gin (search_text gin_trgm_ops);
CREATE INDEX member_applications_category_id ON member_applications (category_id);
CREATE INDEX member_applications_proposer1_id ON member_applications (proposer1_id);
CREATE INDEX member_applications_proposer2_id ON member_applications (proposer2_id);
CREATE INDEX member_applications_reviewer_id ON member_applications (reviewer_id);
CREATE INDEX member_applications_member_id ON member_applications (member_id);
CREATE INDEX member_applications_person_id ON member_applications (person_id);
CREATE INDEX member_applications_photo_id ON member_applications (photo_id);
-- Whoever applies twice is found by what makes two people alike.
CREATE INDEX member_applications_nif ON member_applications (nif);
CREATE INDEX member_applications_email ON member_applications (lower(email));
CREATE INDEX member_applications_folded_name ON member_applications (fold_text(name));
CREATE UNIQUE INDEX member_applications_verification ON member_applications (verification_hash)
  WHERE verification_hash IS NOT NULL;

CREATE TABLE member_application_consents (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  application_id uuid NOT NULL CONSTRAINT member_application_consents_application_id_fkey REFERENCES member_applications,
  purpose text NOT NULL,
  accepted boolean NOT NULL DEFAULT false,
  at timestamptz NOT NULL,
  text_version integer,
  method text NOT NULL,
  address text
);
CREATE INDEX member_application_consents_application_id ON member_application_consents (application_id, at);
CREATE INDEX member_application_consents_at ON member_application_consents (at, id);
CREATE INDEX member_application_consents_created_at ON member_application_consents (created_at, id);

-- Photos that came before the application that they are for, under the hash of the token that brings them.
CREATE TABLE application_photos (
  token_hash bytea PRIMARY KEY,
  photo_id uuid NOT NULL REFERENCES stored_files,
  created_at timestamptz NOT NULL
);
CREATE INDEX application_photos_photo_id ON application_photos (photo_id);
CREATE INDEX application_photos_created_at ON application_photos (created_at);

-- Files that nothing refers to any more: their content goes after the transaction that let them go.
CREATE TABLE discarded_files (
  id uuid PRIMARY KEY
);
