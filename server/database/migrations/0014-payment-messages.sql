CREATE TABLE payment_message (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  member_ids text[] NOT NULL DEFAULT '{}',
  unsettled_payment_ids text[] NOT NULL DEFAULT '{}',
  debts jsonb,
  subject text NOT NULL,
  body text NOT NULL,
  sms_text text,
  channel text NOT NULL DEFAULT 'preferred',
  attach_advice boolean NOT NULL DEFAULT false,
  template_id uuid CONSTRAINT payment_message_template_id_fkey REFERENCES message_settings,
  status text NOT NULL DEFAULT 'draft',
  scheduled_at timestamptz,
  sent_at timestamptz,
  problem text,
  batch_id uuid CONSTRAINT payment_message_batch_id_fkey REFERENCES message_batches,
  created_by_name text
);
CREATE INDEX payment_message_created_at ON payment_message (created_at, id);
CREATE INDEX payment_message_search ON payment_message USING gin (search_text gin_trgm_ops);
CREATE INDEX payment_message_template_id ON payment_message (template_id);
CREATE INDEX payment_message_batch_id ON payment_message (batch_id, created_at, id);

ALTER TABLE message_batches ADD cause text NOT NULL DEFAULT 'bulk';

-- Who owes by two memberships is told of each: what a sending is about is then a membership, and not a person.
ALTER TABLE message_batch_people ADD charge_ids uuid[];
DROP INDEX message_batch_people_waiting;
ALTER TABLE message_batch_people DROP CONSTRAINT message_batch_people_pkey;
ALTER TABLE message_batch_people ADD PRIMARY KEY (batch_id, member_id);
CREATE INDEX message_batch_people_waiting ON message_batch_people (batch_id, member_id) WHERE outcome IS NULL;
DROP INDEX messages_one_a_person;
CREATE UNIQUE INDEX messages_one_a_person ON messages (batch_id, person_id, about_id) NULLS NOT DISTINCT
  WHERE batch_id IS NOT NULL;
