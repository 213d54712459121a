-- Receivers of events.
CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL,
  url text NOT NULL,
  events text NOT NULL,
  state text NOT NULL DEFAULT 'active',
  last_attempt_at timestamptz,
  -- The first failure since the last success.
  failing_since timestamptz,
  next_attempt_at timestamptz,
  problem text,
  -- Attempts in a row at which the receiver was out of reach.
  pauses integer NOT NULL DEFAULT 0
);
CREATE INDEX webhooks_created_at ON webhooks (created_at, id);
CREATE INDEX webhooks_name ON webhooks (name, id);

-- Encrypted, since they sign; several sign while one replaces another.
CREATE TABLE webhook_secrets (
  id uuid PRIMARY KEY DEFAULT new_id(),
  webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  sealed bytea NOT NULL,
  -- Null until another secret replaces it.
  valid_until timestamptz
);
CREATE INDEX webhook_secrets_webhook ON webhook_secrets (webhook_id);

-- One row for each event and webhook. Has no data of the record: that is read when it is sent.
CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  webhook_id uuid NOT NULL CONSTRAINT webhook_deliveries_webhook_id_fkey REFERENCES webhooks ON DELETE CASCADE,
  event text NOT NULL,
  action text,
  record_id text NOT NULL,
  state text NOT NULL DEFAULT 'pending',
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz,
  status integer,
  problem text,
  -- Order of sending: ids of the same millisecond are in random order.
  place bigint GENERATED ALWAYS AS IDENTITY
);
CREATE INDEX webhook_deliveries_webhook_id ON webhook_deliveries (webhook_id, created_at, id);
CREATE INDEX webhook_deliveries_created_at ON webhook_deliveries (created_at, id);
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id, place) WHERE state = 'pending';

CREATE TABLE webhook_attempts (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  webhook_delivery_id uuid NOT NULL CONSTRAINT webhook_attempts_webhook_delivery_id_fkey REFERENCES webhook_deliveries ON DELETE CASCADE,
  at timestamptz NOT NULL,
  status integer,
  duration integer NOT NULL,
  problem text,
  answer text
);
CREATE INDEX webhook_attempts_webhook_delivery_id ON webhook_attempts (webhook_delivery_id, at, id);
CREATE INDEX webhook_attempts_created_at ON webhook_attempts (created_at, id);
CREATE INDEX webhook_attempts_at ON webhook_attempts (at, id);

-- Adds an event of these records for each webhook that wants it, in the transaction of the write.
CREATE FUNCTION record_event(event text, action text, record_ids uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  -- A deletion of the webhook waits for this transaction: otherwise the foreign key could refuse the rows, and with them the write.
  PERFORM FROM webhooks w
  WHERE w.state IN ('active', 'failing') AND record_event.event = ANY (string_to_array(w.events, ' ')) FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  INSERT INTO webhook_deliveries (id, webhook_id, event, action, record_id)
  SELECT new_id(), w.id, record_event.event, record_event.action, r.id
  FROM webhooks w CROSS JOIN unnest(record_ids) WITH ORDINALITY AS r (id, place)
  WHERE w.state IN ('active', 'failing') AND record_event.event = ANY (string_to_array(w.events, ' '))
  ORDER BY r.place;
  PERFORM pg_notify('agremia_webhooks', '');
END
$$;
