CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The same folding as resources/rules/fold.ts; a test compares the two. unaccent itself is only STABLE because its
-- dictionary can be edited; we never edit it. Names are qualified because indexes are built with an empty search path.
CREATE FUNCTION fold_text(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT btrim(regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, value) COLLATE "und-x-icu"), '[^[:alnum:]]+', ' ', 'g'))
$$;

CREATE TABLE settings (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL CONSTRAINT settings_name_key UNIQUE,
  value text
);

-- People and members are changed often: with room left in each page, a change that no index cares about touches none.
CREATE TABLE people (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  photo_id uuid,
  name text COLLATE "pt-PT-x-icu" NOT NULL,
  short_name text,
  kind text NOT NULL DEFAULT 'natural',
  nif text CONSTRAINT people_nif_key UNIQUE,
  niss text,
  birth_date date,
  gender text,
  id_document_type text,
  id_document_number text,
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
  city text COLLATE "pt-PT-x-icu",
  parish text,
  municipality text,
  district text,
  country text DEFAULT 'PT',
  guardian_name text,
  guardian_nif text,
  guardian_contact text,
  representative_name text,
  representative_role text,
  death_date date,
  do_not_contact boolean NOT NULL DEFAULT false,
  person_notes text
) WITH (fillfactor = 90);
CREATE INDEX people_name ON people (name, id);
CREATE INDEX people_city ON people (city, id);
CREATE INDEX people_postal_code ON people (postal_code, id);
CREATE INDEX people_birth_date ON people (birth_date, id);
CREATE INDEX people_city_down ON people (city DESC NULLS LAST, id DESC);
CREATE INDEX people_postal_code_down ON people (postal_code DESC NULLS LAST, id DESC);
CREATE INDEX people_birth_date_down ON people (birth_date DESC NULLS LAST, id DESC);
CREATE INDEX people_created_at ON people (created_at, id);
CREATE INDEX people_email ON people (lower(email));
CREATE INDEX people_folded_name ON people (fold_text(name));
CREATE INDEX people_search ON people USING gin (search_text gin_trgm_ops);

CREATE TABLE member_state_names (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  name text COLLATE "pt-PT-x-icu" NOT NULL CONSTRAINT member_state_names_name_key UNIQUE,
  colour text NOT NULL DEFAULT 'grey',
  "order" integer NOT NULL DEFAULT 100,
  active boolean NOT NULL DEFAULT true,
  marks_end boolean NOT NULL DEFAULT false,
  charges_quota boolean NOT NULL DEFAULT true,
  has_rights boolean NOT NULL DEFAULT true,
  needs_reason boolean NOT NULL DEFAULT false,
  needs_document boolean NOT NULL DEFAULT false,
  system boolean NOT NULL DEFAULT false
);
CREATE INDEX member_state_names_order ON member_state_names ("order", id);
CREATE INDEX member_state_names_created_at ON member_state_names (created_at, id);

CREATE TABLE member_categories (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  name text COLLATE "pt-PT-x-icu" NOT NULL CONSTRAINT member_categories_name_key UNIQUE,
  code text,
  "order" integer NOT NULL DEFAULT 100,
  active boolean NOT NULL DEFAULT true,
  has_vote boolean NOT NULL DEFAULT true,
  can_be_elected boolean NOT NULL DEFAULT true,
  pays_quota boolean NOT NULL DEFAULT true,
  allows_collective boolean NOT NULL DEFAULT false,
  min_age integer,
  max_age integer,
  auto_promote_to_id uuid CONSTRAINT member_categories_auto_promote_to_id_fkey REFERENCES member_categories
);
CREATE INDEX member_categories_order ON member_categories ("order", id);
CREATE INDEX member_categories_created_at ON member_categories (created_at, id);

CREATE TABLE members (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  person_id uuid NOT NULL CONSTRAINT members_person_id_fkey REFERENCES people,
  member_number integer NOT NULL,
  category_id uuid NOT NULL CONSTRAINT members_category_id_fkey REFERENCES member_categories,
  admission_date date NOT NULL,
  current_state_id uuid NOT NULL CONSTRAINT members_current_state_id_fkey REFERENCES member_state_names,
  state_since date NOT NULL,
  end_date date,
  end_reason text,
  admission_body text,
  admission_minute text,
  titles text[] NOT NULL DEFAULT '{}',
  section text,
  interests text[] NOT NULL DEFAULT '{}',
  message_channel text DEFAULT 'email',
  payment_method text,
  iban text,
  notes text,
  -- With the id, so that a page deep in the list is found in the index alone.
  CONSTRAINT members_member_number_key UNIQUE (member_number) INCLUDE (id)
) WITH (fillfactor = 90);
CREATE INDEX members_person_id ON members (person_id, id);
CREATE INDEX members_category_id ON members (category_id);
CREATE INDEX members_current_state_id ON members (current_state_id);
CREATE INDEX members_admission_date ON members (admission_date, id);
CREATE INDEX members_state_since ON members (state_since, id);
CREATE INDEX members_created_at ON members (created_at, id);
CREATE INDEX members_search ON members USING gin (search_text gin_trgm_ops);

CREATE TABLE member_states (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  member_id uuid NOT NULL CONSTRAINT member_states_member_id_fkey REFERENCES members,
  person_id uuid NOT NULL CONSTRAINT member_states_person_id_fkey REFERENCES people,
  state_name_id uuid NOT NULL CONSTRAINT member_states_state_name_id_fkey REFERENCES member_state_names,
  start_date date NOT NULL,
  end_date date,
  reason text,
  decision_body text,
  minute_ref text,
  created_by_name text,
  CONSTRAINT member_states_dates CHECK (end_date IS NULL OR end_date >= start_date)
);
CREATE INDEX member_states_member ON member_states (member_id, start_date);
CREATE INDEX member_states_state_name_id ON member_states (state_name_id);
CREATE INDEX member_states_person_id ON member_states (person_id);
CREATE INDEX member_states_start_date ON member_states (start_date, id);
CREATE INDEX member_states_created_at ON member_states (created_at, id);
CREATE UNIQUE INDEX member_states_one_open ON member_states (member_id) WHERE end_date IS NULL;

CREATE TABLE contacts (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  person_id uuid NOT NULL CONSTRAINT contacts_person_id_fkey REFERENCES people,
  type text NOT NULL,
  value text NOT NULL,
  label text,
  preferred boolean NOT NULL DEFAULT false,
  for_billing boolean NOT NULL DEFAULT false,
  notes text
);
CREATE INDEX contacts_person_id ON contacts (person_id);
CREATE INDEX contacts_type ON contacts (type, id);
CREATE INDEX contacts_created_at ON contacts (created_at, id);
CREATE UNIQUE INDEX contacts_one_preferred ON contacts (person_id, type) WHERE preferred;

CREATE TABLE users (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  name text COLLATE "pt-PT-x-icu" NOT NULL,
  email text NOT NULL CONSTRAINT users_email_key UNIQUE CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('admin', 'editor', 'member')),
  person_id uuid CONSTRAINT users_person_id_fkey REFERENCES people,
  blocked boolean NOT NULL DEFAULT false,
  last_login_at timestamptz,
  password_hash text,
  -- Part of every token; raising it refuses all that were issued before.
  token_generation integer NOT NULL DEFAULT 1
);
CREATE INDEX users_name ON users (name, id);
CREATE INDEX users_created_at ON users (created_at, id);
CREATE INDEX users_person_id ON users (person_id);

CREATE TABLE refresh_tokens (
  id uuid PRIMARY KEY,
  family_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  spent_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX refresh_tokens_family ON refresh_tokens (family_id);
CREATE INDEX refresh_tokens_user ON refresh_tokens (user_id);
CREATE INDEX refresh_tokens_expires ON refresh_tokens (expires_at);

CREATE TABLE login_codes (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX login_codes_user ON login_codes (user_id);

-- Failed attempts by account and by address, shared by all processes.
CREATE TABLE login_attempts (
  subject text PRIMARY KEY,
  failures integer NOT NULL,
  window_started_at timestamptz NOT NULL
);

-- Secrets that all processes share (token signing, file links). Never leaves the server.
CREATE TABLE secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL
);

CREATE TABLE audit_events (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  user_id uuid,
  user_name text,
  address text,
  resource text NOT NULL,
  record_id uuid NOT NULL,
  action text NOT NULL,
  changes jsonb NOT NULL DEFAULT '[]',
  -- What was deleted, `[{table, row}]` with the parts after the whole, so that it can be brought back.
  rows jsonb
);
CREATE INDEX audit_events_record ON audit_events (resource, record_id, at DESC);
CREATE INDEX audit_events_at ON audit_events (at);

CREATE TABLE idempotency_keys (
  key text NOT NULL,
  caller text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  request_hash bytea NOT NULL,
  status integer,
  body text,
  PRIMARY KEY (caller, key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

CREATE TABLE stored_files (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  media_type text NOT NULL,
  bytes integer NOT NULL,
  width integer,
  height integer
);
ALTER TABLE people ADD CONSTRAINT people_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES stored_files;

CREATE TABLE messages (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  cause text NOT NULL,
  channel text NOT NULL DEFAULT 'email',
  recipient text NOT NULL,
  subject text NOT NULL,
  body_text text NOT NULL,
  body_html text,
  state text NOT NULL DEFAULT 'queued',
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  last_error text,
  sent_at timestamptz
);
CREATE INDEX messages_queue ON messages (next_attempt_at) WHERE state = 'queued';
CREATE INDEX messages_created_at ON messages (created_at, id);
