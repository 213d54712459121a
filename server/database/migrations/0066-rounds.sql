-- Collectors, and their rounds from door to door. Percentages are hundredths.
CREATE TABLE collectors (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  name text NOT NULL,
  phone text,
  email text,
  user_id uuid CONSTRAINT collectors_user_id_fkey REFERENCES users CONSTRAINT collectors_user_id_key UNIQUE,
  active boolean NOT NULL DEFAULT true,
  commission_rate bigint NOT NULL,
  amount_per_receipt bigint NOT NULL,
  external_entity_id uuid CONSTRAINT collectors_external_entity_id_fkey REFERENCES external_entities,
  notes text
);
CREATE INDEX collectors_created_at ON collectors (created_at, id);
CREATE INDEX collectors_name ON collectors (name, id);
CREATE INDEX collectors_external_entity_id ON collectors (external_entity_id);
CREATE INDEX collectors_search ON collectors USING gin (search_text gin_trgm_ops);

ALTER TABLE members ADD COLUMN collector_id uuid CONSTRAINT members_collector_id_fkey REFERENCES collectors;
CREATE INDEX members_collector_id ON members (collector_id) WHERE collector_id IS NOT NULL;

CREATE TABLE rounds (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  number text NOT NULL CONSTRAINT rounds_number_key UNIQUE,
  collector_id uuid NOT NULL CONSTRAINT rounds_collector_id_fkey REFERENCES collectors,
  due_until date NOT NULL,
  state text NOT NULL DEFAULT 'draft',
  out_on date,
  visits integer NOT NULL DEFAULT 0,
  charges integer NOT NULL DEFAULT 0,
  expected_amount bigint NOT NULL DEFAULT 0,
  visited integer NOT NULL DEFAULT 0,
  paid integer NOT NULL DEFAULT 0,
  collected_amount bigint NOT NULL DEFAULT 0,
  success_rate integer NOT NULL DEFAULT 0,
  notes text,
  created_by_name text,
  settled_on date,
  delivered_amount bigint,
  difference bigint,
  difference_reason text,
  account_id uuid CONSTRAINT rounds_account_id_fkey REFERENCES treasury_accounts,
  settled_by_name text,
  -- The account in whose name the receipts are issued.
  settled_by uuid,
  receipts integer NOT NULL DEFAULT 0,
  problem text,
  commission_rate bigint NOT NULL DEFAULT 0,
  amount_per_receipt bigint NOT NULL DEFAULT 0,
  commission bigint NOT NULL DEFAULT 0,
  commission_status text NOT NULL DEFAULT 'none',
  commission_paid_on date,
  commission_method text,
  cancel_reason text,
  cancelled_at timestamptz
);
CREATE INDEX rounds_created_at ON rounds (created_at, id);
CREATE INDEX rounds_number ON rounds (number, id);
CREATE INDEX rounds_collector_id ON rounds (collector_id);
CREATE INDEX rounds_settled_on ON rounds (settled_on NULLS LAST, id);
CREATE INDEX rounds_settled_on_down ON rounds (settled_on DESC NULLS LAST, id DESC);
CREATE INDEX rounds_account_id ON rounds (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX rounds_commission_paid_on ON rounds (commission_paid_on) WHERE commission_paid_on IS NOT NULL;
CREATE INDEX rounds_search ON rounds USING gin (search_text gin_trgm_ops);

CREATE TABLE round_visits (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  round_id uuid NOT NULL CONSTRAINT round_visits_round_id_fkey REFERENCES rounds,
  place integer NOT NULL,
  member_id uuid NOT NULL CONSTRAINT round_visits_member_id_fkey REFERENCES members,
  amount bigint NOT NULL,
  outcome text NOT NULL DEFAULT 'toVisit',
  collected_amount bigint NOT NULL DEFAULT 0,
  note text,
  marked_at timestamptz,
  marked_by_name text,
  payment_id uuid CONSTRAINT round_visits_payment_id_fkey REFERENCES payments,
  CHECK ((collected_amount > 0) = (outcome = 'paid'))
);
CREATE INDEX round_visits_created_at ON round_visits (created_at, id);
CREATE INDEX round_visits_place ON round_visits (place, id);
CREATE INDEX round_visits_round_id ON round_visits (round_id, place);
CREATE INDEX round_visits_member_id ON round_visits (member_id);
CREATE INDEX round_visits_payment_id ON round_visits (payment_id) WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX round_visits_once ON round_visits (round_id, member_id);

-- The charges of a visit, with what was owed when the round was made. While the round is open, no other one may have them.
CREATE TABLE round_charges (
  round_visit_id uuid NOT NULL REFERENCES round_visits ON DELETE CASCADE,
  unsettled_payment_id uuid NOT NULL REFERENCES unsettled_payments ON DELETE CASCADE,
  amount bigint NOT NULL,
  is_open boolean NOT NULL DEFAULT true,
  PRIMARY KEY (round_visit_id, unsettled_payment_id)
);
CREATE UNIQUE INDEX round_charges_open ON round_charges (unsettled_payment_id) WHERE is_open;
CREATE INDEX round_charges_unsettled_payment_id ON round_charges (unsettled_payment_id);

-- The transaction that paid the commission of a round.
ALTER TABLE transactions ADD COLUMN round_id uuid CONSTRAINT transactions_round_id_fkey REFERENCES rounds;
CREATE INDEX transactions_round_id ON transactions (round_id) WHERE round_id IS NOT NULL;
