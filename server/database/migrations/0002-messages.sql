CREATE TABLE message_batches (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  subject text NOT NULL,
  body text NOT NULL,
  sms_text text,
  kind text NOT NULL DEFAULT 'service',
  channel text NOT NULL DEFAULT 'preferred',
  audience jsonb NOT NULL,
  state text NOT NULL DEFAULT 'composing',
  total integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  sent integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  left_out integer NOT NULL DEFAULT 0,
  finished_at timestamptz,
  created_by_name text
);
CREATE INDEX message_batches_created_at ON message_batches (created_at, id);
CREATE INDEX message_batches_search ON message_batches USING gin (search_text gin_trgm_ops);

-- Whom a bulk sending is for, as it was when it was asked for, and what became of each.
CREATE TABLE message_batch_people (
  batch_id uuid NOT NULL REFERENCES message_batches ON DELETE CASCADE,
  person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  member_id uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  -- Empty until it was this person's turn; then `message`, or why there is none.
  outcome text,
  PRIMARY KEY (batch_id, person_id)
);
CREATE INDEX message_batch_people_waiting ON message_batch_people (batch_id, person_id) WHERE outcome IS NULL;
CREATE INDEX message_batch_people_person_id ON message_batch_people (person_id);
CREATE INDEX message_batch_people_member_id ON message_batch_people (member_id);

DROP INDEX messages_queue;
ALTER TABLE messages ALTER COLUMN recipient DROP NOT NULL;
ALTER TABLE messages ALTER COLUMN next_attempt_at DROP NOT NULL;
ALTER TABLE messages ALTER COLUMN next_attempt_at DROP DEFAULT;
ALTER TABLE messages
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN search_text text NOT NULL DEFAULT '',
  ADD COLUMN recipient_name text,
  ADD COLUMN person_id uuid CONSTRAINT messages_person_id_fkey REFERENCES people,
  ADD COLUMN kind text NOT NULL DEFAULT 'service',
  ADD COLUMN reason text,
  ADD COLUMN sms_parts integer,
  ADD COLUMN batch_id uuid CONSTRAINT messages_batch_id_fkey REFERENCES message_batches,
  ADD COLUMN about_resource text,
  ADD COLUMN about_id text,
  ADD COLUMN attachments jsonb,
  -- Somebody is waiting for it.
  ADD COLUMN is_urgent boolean NOT NULL DEFAULT false,
  -- The content with what must not stay readable in it, encrypted; gone once the message has left or died.
  ADD COLUMN sealed bytea,
  ADD COLUMN had_secret boolean NOT NULL DEFAULT false,
  -- The job that is sending it, or was when its process ended.
  ADD COLUMN sending_job uuid;
-- What waited in the outbox of before has no job: it is kept for a person to send.
UPDATE messages SET state = 'held', reason = 'paused' WHERE state = 'queued';
CREATE INDEX messages_state ON messages (state, created_at, id);
CREATE INDEX messages_cause ON messages (cause, created_at, id);
CREATE INDEX messages_person_id ON messages (person_id, created_at, id);
CREATE INDEX messages_batch_id ON messages (batch_id, created_at, id);
CREATE INDEX messages_about_id ON messages (about_id, created_at, id);
-- Contents are forgotten after two years, and the text is then empty.
CREATE INDEX messages_content ON messages (created_at) WHERE body_text <> '';
CREATE INDEX messages_sealed ON messages (created_at) WHERE sealed IS NOT NULL;
CREATE INDEX messages_search ON messages USING gin (search_text gin_trgm_ops);
CREATE UNIQUE INDEX messages_one_a_person ON messages (batch_id, person_id) WHERE batch_id IS NOT NULL;

CREATE TABLE message_attempts (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  message_id uuid NOT NULL CONSTRAINT message_attempts_message_id_fkey REFERENCES messages ON DELETE CASCADE,
  at timestamptz NOT NULL,
  outcome text NOT NULL,
  detail text,
  by_name text
);
CREATE INDEX message_attempts_message_id ON message_attempts (message_id, at);
CREATE INDEX message_attempts_at ON message_attempts (at, id);
CREATE INDEX message_attempts_created_at ON message_attempts (created_at, id);

CREATE TABLE message_settings (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL CONSTRAINT message_settings_name_key UNIQUE,
  enabled boolean NOT NULL DEFAULT true,
  channel text NOT NULL DEFAULT 'email',
  subject text NOT NULL,
  body text NOT NULL,
  sms_text text,
  is_default boolean NOT NULL DEFAULT true
);

CREATE TABLE consents (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  person_id uuid NOT NULL CONSTRAINT consents_person_id_fkey REFERENCES people,
  purpose text NOT NULL,
  channel text,
  status text NOT NULL,
  at timestamptz NOT NULL,
  method text NOT NULL DEFAULT 'inPerson',
  given_by text NOT NULL DEFAULT 'self',
  text_version text,
  evidence text
);
CREATE INDEX consents_person_id ON consents (person_id, purpose, at, id);
CREATE INDEX consents_at ON consents (at, id);
CREATE INDEX consents_created_at ON consents (created_at, id);

-- When the next message may leave, shared by all processes.
CREATE TABLE message_pace (
  name text PRIMARY KEY,
  next_at timestamptz NOT NULL
);

-- Whoever comes to the state is told.
ALTER TABLE member_state_names ADD COLUMN sends_message boolean NOT NULL DEFAULT false;
