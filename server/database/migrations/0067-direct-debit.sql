-- Direct debit: authorisations, batches for the bank, their debits and the bank's answers.
CREATE TABLE mandates (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  member_id uuid NOT NULL CONSTRAINT mandates_member_id_fkey REFERENCES members,
  reference text NOT NULL CONSTRAINT mandates_reference_key UNIQUE,
  kind text NOT NULL,
  debtor_name text NOT NULL,
  iban text,
  signed_on date,
  document_id uuid,
  notes text,
  state text NOT NULL DEFAULT 'pending',
  state_reason text
);
CREATE INDEX mandates_created_at ON mandates (created_at, id);
CREATE INDEX mandates_member_id ON mandates (member_id);
CREATE INDEX mandates_search ON mandates USING gin (search_text gin_trgm_ops);

CREATE TABLE debit_batches (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  number text NOT NULL CONSTRAINT debit_batches_number_key UNIQUE,
  due_until date NOT NULL,
  collection_date date NOT NULL,
  category_ids text[] NOT NULL DEFAULT '{}',
  member_ids text[] NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'created',
  collections integer NOT NULL,
  amount bigint NOT NULL,
  booked integer NOT NULL DEFAULT 0,
  rejected integer NOT NULL DEFAULT 0,
  returned integer NOT NULL DEFAULT 0,
  returned_amount bigint NOT NULL DEFAULT 0,
  account_id uuid NOT NULL CONSTRAINT debit_batches_account_id_fkey REFERENCES treasury_accounts,
  pain_version text NOT NULL,
  -- What the file says of the organisation, as it was then: the file has the same bytes whenever it is read.
  creditor jsonb NOT NULL,
  sent_at timestamptz,
  created_by_name text,
  cancel_reason text,
  problem text
);
CREATE INDEX debit_batches_created_at ON debit_batches (created_at, id);
CREATE INDEX debit_batches_collection_date ON debit_batches (collection_date, id);
CREATE INDEX debit_batches_account_id ON debit_batches (account_id);

CREATE TABLE debit_collections (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  batch_id uuid NOT NULL CONSTRAINT debit_collections_batch_id_fkey REFERENCES debit_batches,
  member_id uuid NOT NULL CONSTRAINT debit_collections_member_id_fkey REFERENCES members,
  mandate_id uuid NOT NULL CONSTRAINT debit_collections_mandate_id_fkey REFERENCES mandates,
  mandate_reference text NOT NULL,
  debtor_name text NOT NULL,
  iban text NOT NULL,
  signed_on date NOT NULL,
  sequence text NOT NULL,
  original_iban text,
  amount bigint NOT NULL CHECK (amount > 0),
  remittance text NOT NULL,
  state text NOT NULL DEFAULT 'pending',
  reason text,
  reason_code text,
  answered_on date,
  payment_id uuid CONSTRAINT debit_collections_payment_id_fkey REFERENCES payments,
  noticed_at timestamptz,
  problem text
);
CREATE INDEX debit_collections_created_at ON debit_collections (created_at, id);
CREATE UNIQUE INDEX debit_collections_once ON debit_collections (batch_id, mandate_id);
CREATE INDEX debit_collections_member_id ON debit_collections (member_id);
CREATE INDEX debit_collections_mandate_id ON debit_collections (mandate_id);
CREATE INDEX debit_collections_payment_id ON debit_collections (payment_id) WHERE payment_id IS NOT NULL;

-- The charges of each debit.
CREATE TABLE debit_charges (
  collection_id uuid NOT NULL CONSTRAINT debit_charges_collection_id_fkey REFERENCES debit_collections,
  unsettled_payment_id uuid NOT NULL CONSTRAINT debit_charges_unsettled_payment_id_fkey REFERENCES unsettled_payments,
  amount bigint NOT NULL,
  -- Until the debit is collected, rejected or cancelled.
  is_open boolean NOT NULL DEFAULT true,
  PRIMARY KEY (collection_id, unsettled_payment_id)
);
-- No charge is in two open batches.
CREATE UNIQUE INDEX debit_charges_open ON debit_charges (unsettled_payment_id) WHERE is_open;
CREATE INDEX debit_charges_unsettled_payment_id ON debit_charges (unsettled_payment_id);

CREATE TABLE debit_answers (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  file_name text NOT NULL,
  format text NOT NULL,
  rejected integer NOT NULL DEFAULT 0,
  returned integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  lines jsonb NOT NULL,
  created_by_name text
);
CREATE INDEX debit_answers_created_at ON debit_answers (created_at, id);
CREATE INDEX debit_answers_search ON debit_answers USING gin (search_text gin_trgm_ops);
