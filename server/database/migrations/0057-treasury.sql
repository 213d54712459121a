-- Where the organisation has money. The balance is the opening balance plus the effects of all transactions of the account.
CREATE TABLE treasury_accounts (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  name text COLLATE "pt-PT-x-icu" NOT NULL CONSTRAINT treasury_accounts_name_key UNIQUE,
  kind text NOT NULL,
  iban text,
  "order" integer NOT NULL,
  active boolean NOT NULL,
  opening_date date NOT NULL,
  opening_balance bigint NOT NULL,
  methods text[] NOT NULL DEFAULT '{}'
);
CREATE INDEX treasury_accounts_created_at ON treasury_accounts (created_at, id);
CREATE INDEX treasury_accounts_name ON treasury_accounts (name, id);
CREATE INDEX treasury_accounts_order ON treasury_accounts ("order", id);

CREATE TABLE transaction_categories (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  name text COLLATE "pt-PT-x-icu" NOT NULL CONSTRAINT transaction_categories_name_key UNIQUE,
  kind text NOT NULL,
  parent_id uuid CONSTRAINT transaction_categories_parent_id_fkey REFERENCES transaction_categories,
  code text,
  colour text,
  "order" integer NOT NULL,
  active boolean NOT NULL,
  system boolean NOT NULL DEFAULT false,
  charge_types text[] NOT NULL DEFAULT '{}',
  purpose text
);
CREATE INDEX transaction_categories_created_at ON transaction_categories (created_at, id);
CREATE INDEX transaction_categories_name ON transaction_categories (name, id);
CREATE INDEX transaction_categories_order ON transaction_categories ("order", id);
CREATE INDEX transaction_categories_parent_id ON transaction_categories (parent_id);

CREATE TABLE cost_centers (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  name text COLLATE "pt-PT-x-icu" NOT NULL CONSTRAINT cost_centers_name_key UNIQUE,
  code text,
  parent_id uuid CONSTRAINT cost_centers_parent_id_fkey REFERENCES cost_centers,
  start_date date,
  end_date date,
  responsible_member_id uuid CONSTRAINT cost_centers_responsible_member_id_fkey REFERENCES members,
  active boolean NOT NULL
);
CREATE INDEX cost_centers_created_at ON cost_centers (created_at, id);
CREATE INDEX cost_centers_name ON cost_centers (name, id);
CREATE INDEX cost_centers_code ON cost_centers (code NULLS LAST, id);
CREATE INDEX cost_centers_code_desc ON cost_centers (code DESC NULLS LAST, id DESC);
CREATE INDEX cost_centers_parent_id ON cost_centers (parent_id);
CREATE INDEX cost_centers_responsible_member_id ON cost_centers (responsible_member_id);

CREATE TABLE cost_center_budgets (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  cost_center_id uuid NOT NULL CONSTRAINT cost_center_budgets_cost_center_id_fkey REFERENCES cost_centers,
  year integer NOT NULL,
  income bigint NOT NULL,
  expense bigint NOT NULL,
  notes text
);
CREATE INDEX cost_center_budgets_created_at ON cost_center_budgets (created_at, id);
CREATE INDEX cost_center_budgets_year ON cost_center_budgets (year, id);
CREATE UNIQUE INDEX cost_center_budgets_one_a_year ON cost_center_budgets (cost_center_id, year);

CREATE TABLE external_entities (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  name text COLLATE "pt-PT-x-icu" NOT NULL,
  trade_name text,
  kinds text[] NOT NULL DEFAULT '{}',
  nif text CONSTRAINT external_entities_nif_key UNIQUE,
  vat_number text,
  active boolean NOT NULL,
  address text,
  postal_code text,
  city text,
  country text,
  email text,
  phone text,
  website text,
  contact_name text,
  contact_phone text,
  iban text,
  payment_term_days integer,
  default_category_id uuid CONSTRAINT external_entities_default_category_id_fkey REFERENCES transaction_categories,
  notes text
);
CREATE INDEX external_entities_created_at ON external_entities (created_at, id);
CREATE INDEX external_entities_name ON external_entities (name, id);
CREATE INDEX external_entities_default_category_id ON external_entities (default_category_id);
CREATE INDEX external_entities_search ON external_entities USING gin (search_text gin_trgm_ops);

-- The numbers of transactions and documents, by series and year.
CREATE TABLE treasury_counters (
  series text PRIMARY KEY,
  last integer NOT NULL
);

-- Movements of accounts. A transfer is two rows: the departure, and the arrival with `from_account_id` and `transfer_id`.
CREATE TABLE transactions (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  number text NOT NULL,
  kind text NOT NULL,
  date date NOT NULL,
  year integer NOT NULL GENERATED ALWAYS AS (extract(year FROM date)::integer) STORED,
  description text NOT NULL,
  -- Negative in reversals only.
  amount bigint NOT NULL,
  income bigint NOT NULL GENERATED ALWAYS AS (CASE WHEN kind = 'income' THEN amount ELSE 0 END) STORED,
  expense bigint NOT NULL GENERATED ALWAYS AS (CASE WHEN kind = 'expense' THEN amount ELSE 0 END) STORED,
  effect bigint NOT NULL GENERATED ALWAYS AS (CASE WHEN kind = 'income' OR from_account_id IS NOT NULL THEN amount ELSE -amount END) STORED,
  account_id uuid NOT NULL CONSTRAINT transactions_account_id_fkey REFERENCES treasury_accounts,
  to_account_id uuid CONSTRAINT transactions_to_account_id_fkey REFERENCES treasury_accounts,
  from_account_id uuid CONSTRAINT transactions_from_account_id_fkey REFERENCES treasury_accounts,
  transfer_id uuid CONSTRAINT transactions_transfer_id_fkey REFERENCES transactions,
  category_id uuid NOT NULL CONSTRAINT transactions_category_id_fkey REFERENCES transaction_categories,
  cost_center_id uuid CONSTRAINT transactions_cost_center_id_fkey REFERENCES cost_centers,
  external_entity_id uuid CONSTRAINT transactions_external_entity_id_fkey REFERENCES external_entities,
  member_id uuid CONSTRAINT transactions_member_id_fkey REFERENCES members,
  method text,
  value_date date,
  document_ids text[] NOT NULL DEFAULT '{}',
  notes text,
  status text NOT NULL DEFAULT 'registered',
  payment_id uuid CONSTRAINT transactions_payment_id_fkey REFERENCES payments,
  reverses_id uuid CONSTRAINT transactions_reverses_id_fkey REFERENCES transactions,
  cancel_reason text,
  cancelled_at timestamptz,
  reconciled_on date,
  statement_ref text,
  CHECK ((kind = 'transfer') = (to_account_id IS NOT NULL OR from_account_id IS NOT NULL)),
  CHECK ((from_account_id IS NULL) = (transfer_id IS NULL)),
  CHECK (account_id <> to_account_id)
);
CREATE INDEX transactions_created_at ON transactions (created_at, id);
CREATE INDEX transactions_date ON transactions (date, id);
CREATE INDEX transactions_number ON transactions (number, id);
CREATE INDEX transactions_amount ON transactions (amount, id);
CREATE INDEX transactions_account_id ON transactions (account_id, date, id) INCLUDE (effect);
CREATE INDEX transactions_to_account_id ON transactions (to_account_id) WHERE to_account_id IS NOT NULL;
CREATE INDEX transactions_from_account_id ON transactions (from_account_id) WHERE from_account_id IS NOT NULL;
CREATE UNIQUE INDEX transactions_transfer_id ON transactions (transfer_id) WHERE transfer_id IS NOT NULL;
CREATE UNIQUE INDEX transactions_one_a_number ON transactions (number) WHERE transfer_id IS NULL;
CREATE INDEX transactions_category_id ON transactions (category_id, date, id);
CREATE INDEX transactions_cost_center_id ON transactions (cost_center_id) WHERE cost_center_id IS NOT NULL;
CREATE INDEX transactions_external_entity_id ON transactions (external_entity_id, date, id) WHERE external_entity_id IS NOT NULL;
CREATE INDEX transactions_member_id ON transactions (member_id, date, id) WHERE member_id IS NOT NULL;
CREATE INDEX transactions_payment_id ON transactions (payment_id) WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX transactions_reverses_id ON transactions (reverses_id) WHERE reverses_id IS NOT NULL;
CREATE INDEX transactions_document_ids ON transactions USING gin (document_ids);
CREATE INDEX transactions_search ON transactions USING gin (search_text gin_trgm_ops);
CALL keep_totals('transactions', '{year,account_id,kind}', '{income,expense,effect}');
-- What balances and reports add up.
CALL keep_totals('transactions', 'transactions_by_day', '{account_id,category_id,kind,date}', '{effect}');
CREATE INDEX transactions_by_day_account ON transactions_by_day (account_id, date) INCLUDE (effect);

-- The parts of transactions by cost centre.
CREATE TABLE transaction_splits (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  transaction_id uuid NOT NULL CONSTRAINT transaction_splits_transaction_id_fkey REFERENCES transactions,
  cost_center_id uuid NOT NULL CONSTRAINT transaction_splits_cost_center_id_fkey REFERENCES cost_centers,
  date date NOT NULL,
  year integer NOT NULL GENERATED ALWAYS AS (extract(year FROM date)::integer) STORED,
  kind text NOT NULL,
  amount bigint NOT NULL,
  income bigint NOT NULL GENERATED ALWAYS AS (CASE WHEN kind = 'income' THEN amount ELSE 0 END) STORED,
  expense bigint NOT NULL GENERATED ALWAYS AS (CASE WHEN kind = 'expense' THEN amount ELSE 0 END) STORED
);
CREATE INDEX transaction_splits_created_at ON transaction_splits (created_at, id);
CREATE INDEX transaction_splits_date ON transaction_splits (date, id);
CREATE INDEX transaction_splits_cost_center_id ON transaction_splits (cost_center_id, date, id);
CREATE UNIQUE INDEX transaction_splits_transaction_id ON transaction_splits (transaction_id, cost_center_id);
CALL keep_totals('transaction_splits', '{cost_center_id,year,kind}', '{income,expense}');

CREATE TABLE treasury_docs (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  number text NOT NULL,
  type text NOT NULL,
  direction text NOT NULL,
  description text NOT NULL,
  date date NOT NULL,
  year integer NOT NULL GENERATED ALWAYS AS (extract(year FROM date)::integer) STORED,
  due_date date,
  external_number text,
  atcud text,
  external_entity_id uuid CONSTRAINT treasury_docs_external_entity_id_fkey REFERENCES external_entities,
  member_id uuid CONSTRAINT treasury_docs_member_id_fkey REFERENCES members,
  net_amount bigint,
  vat_amount bigint,
  total_amount bigint,
  paid_amount bigint NOT NULL DEFAULT 0,
  currency text NOT NULL,
  status text NOT NULL DEFAULT 'filed',
  category_id uuid CONSTRAINT treasury_docs_category_id_fkey REFERENCES transaction_categories,
  cost_center_id uuid CONSTRAINT treasury_docs_cost_center_id_fkey REFERENCES cost_centers,
  tags text[] NOT NULL DEFAULT '{}',
  notes text,
  cancel_reason text
);
CREATE INDEX treasury_docs_created_at ON treasury_docs (created_at, id);
CREATE INDEX treasury_docs_date ON treasury_docs (date, id);
CREATE UNIQUE INDEX treasury_docs_one_a_number ON treasury_docs (number, id);
CREATE INDEX treasury_docs_due_date ON treasury_docs (due_date NULLS LAST, id);
CREATE INDEX treasury_docs_due_date_desc ON treasury_docs (due_date DESC NULLS LAST, id DESC);
CREATE INDEX treasury_docs_total_amount ON treasury_docs (total_amount NULLS LAST, id);
CREATE INDEX treasury_docs_total_amount_desc ON treasury_docs (total_amount DESC NULLS LAST, id DESC);
CREATE INDEX treasury_docs_external_entity_id ON treasury_docs (external_entity_id, date, id);
CREATE INDEX treasury_docs_member_id ON treasury_docs (member_id);
CREATE INDEX treasury_docs_category_id ON treasury_docs (category_id);
CREATE INDEX treasury_docs_cost_center_id ON treasury_docs (cost_center_id);
CREATE INDEX treasury_docs_search ON treasury_docs USING gin (search_text gin_trgm_ops);

CREATE TABLE treasury_doc_files (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  treasury_doc_id uuid NOT NULL CONSTRAINT treasury_doc_files_treasury_doc_id_fkey REFERENCES treasury_docs,
  file_id uuid NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  bytes integer NOT NULL,
  pages integer,
  hash text NOT NULL
);
CREATE INDEX treasury_doc_files_created_at ON treasury_doc_files (created_at, id);
CREATE INDEX treasury_doc_files_treasury_doc_id ON treasury_doc_files (treasury_doc_id);
CREATE INDEX treasury_doc_files_hash ON treasury_doc_files (hash);

-- Where the money of a payment went, and what the service kept of it.
ALTER TABLE payments ADD COLUMN bank_account_id uuid CONSTRAINT payments_bank_account_id_fkey REFERENCES treasury_accounts;
ALTER TABLE payments ADD COLUMN fee bigint;
CREATE INDEX payments_bank_account_id ON payments (bank_account_id) WHERE bank_account_id IS NOT NULL;
