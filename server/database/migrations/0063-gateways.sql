-- What people were asked to pay through a gateway.
CREATE TABLE payment_intents (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  member_id uuid NOT NULL CONSTRAINT payment_intents_member_id_fkey REFERENCES members,
  gateway text NOT NULL,
  kind text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  status text NOT NULL DEFAULT 'created',
  description text NOT NULL,
  lines jsonb NOT NULL,
  entity text,
  reference text,
  phone text,
  expires_at timestamptz,
  paid_at timestamptz,
  problem text,
  payment_id uuid CONSTRAINT payment_intents_payment_id_fkey REFERENCES payments,
  order_id text NOT NULL CONSTRAINT payment_intents_order_id_key UNIQUE,
  external_id text,
  -- All charges concerned, with the open amount of each: when one changes, the intent ends.
  charge_ids uuid[] NOT NULL,
  charge_amounts bigint[] NOT NULL,
  instalment_ids uuid[] NOT NULL,
  -- When the gateway was asked for it, so that a killed process sends no second request to a phone.
  requested_at timestamptz,
  -- When the gateway is asked what came of it.
  next_query_at timestamptz
);
CREATE INDEX payment_intents_created_at ON payment_intents (created_at, id);
CREATE INDEX payment_intents_member_id ON payment_intents (member_id);
CREATE INDEX payment_intents_payment_id ON payment_intents (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX payment_intents_external_id ON payment_intents (external_id);
CREATE INDEX payment_intents_reference ON payment_intents (reference);
CREATE INDEX payment_intents_open ON payment_intents (member_id) WHERE status IN ('created', 'pending');
CREATE INDEX payment_intents_due ON payment_intents (next_query_at) WHERE next_query_at IS NOT NULL;

-- What gateways said that was paid: stored before anything is done with it.
CREATE TABLE incoming_payments (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  gateway text NOT NULL,
  -- The same for each notice of a payment.
  key text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL DEFAULT 'received',
  amount bigint NOT NULL CHECK (amount > 0),
  fee bigint,
  paid_at timestamptz NOT NULL,
  entity text,
  reference text,
  order_id text,
  external_id text,
  member_id uuid CONSTRAINT incoming_payments_member_id_fkey REFERENCES members,
  payment_intent_id uuid CONSTRAINT incoming_payments_payment_intent_id_fkey REFERENCES payment_intents,
  payment_id uuid CONSTRAINT incoming_payments_payment_id_fkey REFERENCES payments,
  problem text,
  raw jsonb NOT NULL,
  UNIQUE (gateway, key)
);
CREATE INDEX incoming_payments_created_at ON incoming_payments (created_at, id);
CREATE INDEX incoming_payments_paid_at ON incoming_payments (paid_at, id);
CREATE INDEX incoming_payments_member_id ON incoming_payments (member_id);
CREATE INDEX incoming_payments_payment_intent_id ON incoming_payments (payment_intent_id);
CREATE INDEX incoming_payments_payment_id ON incoming_payments (payment_id);
CREATE INDEX incoming_payments_waiting ON incoming_payments (state) WHERE state IN ('received', 'toConfirm', 'toMatch');
