-- A new id in SQL, for rows that one statement makes by the thousand: UUID v7, the time first and then chance.
CREATE FUNCTION new_id() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE
AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- Periods of a year: none for the whole, S1 and S2, T1 to T4, 01 to 12.
CREATE FUNCTION period_start(year integer, period text) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT make_date(year, CASE left(period, 1) WHEN 'S' THEN right(period, 1)::integer * 6 - 5
    WHEN 'T' THEN right(period, 1)::integer * 3 - 2 ELSE coalesce(period::integer, 1) END, 1)
$$;
CREATE FUNCTION period_months(period text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT CASE WHEN period IS NULL THEN 12 WHEN period LIKE 'S%' THEN 6 WHEN period LIKE 'T%' THEN 3 ELSE 1 END $$;

CREATE TABLE quota_plans (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  name text COLLATE "pt-PT-x-icu" NOT NULL CONSTRAINT quota_plans_name_key UNIQUE,
  periodicity text NOT NULL DEFAULT 'yearly',
  "order" integer NOT NULL DEFAULT 100,
  active boolean NOT NULL DEFAULT true,
  due_day integer NOT NULL DEFAULT 31,
  due_month integer NOT NULL DEFAULT 3,
  pro_rata boolean NOT NULL DEFAULT true,
  charges_on_admission boolean NOT NULL DEFAULT true
);
CREATE INDEX quota_plans_order ON quota_plans ("order", id);
CREATE INDEX quota_plans_created_at ON quota_plans (created_at, id);

CREATE TABLE quota_prices (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  quota_plan_id uuid NOT NULL CONSTRAINT quota_prices_quota_plan_id_fkey REFERENCES quota_plans,
  valid_from date NOT NULL,
  category_id uuid CONSTRAINT quota_prices_category_id_fkey REFERENCES member_categories,
  amount bigint NOT NULL CHECK (amount >= 0),
  joia bigint CHECK (joia >= 0)
);
CREATE UNIQUE INDEX quota_prices_place ON quota_prices (quota_plan_id, category_id, valid_from) NULLS NOT DISTINCT;
CREATE INDEX quota_prices_category_id ON quota_prices (category_id);
CREATE INDEX quota_prices_valid_from ON quota_prices (valid_from, id);
CREATE INDEX quota_prices_created_at ON quota_prices (created_at, id);

ALTER TABLE member_categories ADD COLUMN quota_plan_id uuid CONSTRAINT member_categories_quota_plan_id_fkey REFERENCES quota_plans;
ALTER TABLE members
  ADD COLUMN quota_plan_id uuid CONSTRAINT members_quota_plan_id_fkey REFERENCES quota_plans,
  ADD COLUMN custom_quota bigint CHECK (custom_quota >= 0),
  ADD COLUMN exempt_until date,
  ADD COLUMN exempt_reason text;
CREATE INDEX members_quota_plan_id ON members (quota_plan_id) WHERE quota_plan_id IS NOT NULL;

-- The plan that every organisation begins with. It charges nothing until somebody says how much.
INSERT INTO quota_plans (id, name, search_text, "order") VALUES (new_id(), 'Quota anual', ' quota anual', 10);
UPDATE member_categories SET quota_plan_id = (SELECT id FROM quota_plans) WHERE pays_quota;

-- One row for each member, with the member's id: what is owed and what there is. Whoever writes charges or payments of a
-- member locks it. Apart from members, so that neither waits for, nor rewrites, the other.
CREATE TABLE member_balances (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  member_id uuid NOT NULL CONSTRAINT member_balances_member_id_fkey REFERENCES members ON DELETE CASCADE,
  balance bigint NOT NULL DEFAULT 0,
  overdue_amount bigint NOT NULL DEFAULT 0,
  credit bigint NOT NULL DEFAULT 0 CHECK (credit >= 0),
  oldest_debt date,
  debt_years integer NOT NULL DEFAULT 0,
  quotas_up_to_date boolean NOT NULL DEFAULT true,
  quota_strip jsonb NOT NULL DEFAULT '{}',
  -- The day for which all this holds.
  as_of date NOT NULL DEFAULT '-infinity'
) WITH (fillfactor = 80);
CREATE INDEX member_balances_member_id ON member_balances (member_id);
CREATE INDEX member_balances_balance ON member_balances (balance, id);
CREATE INDEX member_balances_oldest_debt ON member_balances (oldest_debt, id);
CREATE INDEX member_balances_oldest_debt_down ON member_balances (oldest_debt DESC NULLS LAST, id DESC);
CREATE INDEX member_balances_created_at ON member_balances (created_at, id);

CREATE FUNCTION open_member_balance() RETURNS trigger
LANGUAGE plpgsql
AS $$ BEGIN INSERT INTO member_balances (id, member_id) VALUES (NEW.id, NEW.id); RETURN NULL; END $$;
CREATE TRIGGER open_member_balance AFTER INSERT ON members FOR EACH ROW EXECUTE FUNCTION open_member_balance();
INSERT INTO member_balances (id, member_id) SELECT id, id FROM members;

CREATE TABLE quota_runs (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  year integer NOT NULL,
  periods text[] NOT NULL DEFAULT '{}',
  plan_ids text[] NOT NULL DEFAULT '{}',
  category_ids text[] NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'queued',
  count integer NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  credit_used bigint NOT NULL DEFAULT 0,
  left_out jsonb,
  created_by_name text
);
CREATE INDEX quota_runs_created_at ON quota_runs (created_at, id);

CREATE TABLE payment_agreements (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  member_id uuid NOT NULL CONSTRAINT payment_agreements_member_id_fkey REFERENCES members,
  charge_ids text[] NOT NULL DEFAULT '{}',
  instalments integer NOT NULL,
  first_date date NOT NULL,
  amount bigint NOT NULL DEFAULT 0,
  open_amount bigint NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'active',
  notes text
);
CREATE INDEX payment_agreements_member_id ON payment_agreements (member_id);
CREATE INDEX payment_agreements_first_date ON payment_agreements (first_date, id);
CREATE INDEX payment_agreements_created_at ON payment_agreements (created_at, id);

CREATE TABLE agreement_instalments (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  agreement_id uuid NOT NULL CONSTRAINT agreement_instalments_agreement_id_fkey REFERENCES payment_agreements,
  member_id uuid NOT NULL CONSTRAINT agreement_instalments_member_id_fkey REFERENCES members,
  number integer NOT NULL,
  due_date date NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  paid_amount bigint NOT NULL DEFAULT 0 CHECK (paid_amount BETWEEN 0 AND amount)
);
CREATE UNIQUE INDEX agreement_instalments_number ON agreement_instalments (agreement_id, number);
CREATE INDEX agreement_instalments_member_id ON agreement_instalments (member_id);
CREATE INDEX agreement_instalments_due_date ON agreement_instalments (due_date, id);
CREATE INDEX agreement_instalments_created_at ON agreement_instalments (created_at, id);

-- Charges. Room in each page, since each is paid once.
CREATE TABLE unsettled_payments (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  member_id uuid NOT NULL CONSTRAINT unsettled_payments_member_id_fkey REFERENCES members,
  type text NOT NULL,
  year integer NOT NULL,
  period text,
  description text NOT NULL,
  due_date date NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  paid_amount bigint NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'open',
  open_amount bigint NOT NULL GENERATED ALWAYS AS (CASE WHEN status IN ('cancelled', 'exempt') THEN 0 ELSE amount - paid_amount END) STORED,
  category_id uuid NOT NULL CONSTRAINT unsettled_payments_category_id_fkey REFERENCES member_categories,
  origin text NOT NULL DEFAULT 'manual',
  quota_run_id uuid CONSTRAINT unsettled_payments_quota_run_id_fkey REFERENCES quota_runs,
  agreement_id uuid CONSTRAINT unsettled_payments_agreement_id_fkey REFERENCES payment_agreements,
  exemption_reason text,
  cancel_reason text,
  reminder_count integer NOT NULL DEFAULT 0,
  last_reminder_at timestamptz,
  CONSTRAINT unsettled_payments_state CHECK (CASE status
    WHEN 'open' THEN paid_amount = 0
    WHEN 'partial' THEN paid_amount > 0 AND paid_amount < amount
    WHEN 'paid' THEN paid_amount = amount
    WHEN 'cancelled' THEN paid_amount = 0
    WHEN 'exempt' THEN paid_amount = 0
    ELSE false END)
) WITH (fillfactor = 90);
CREATE UNIQUE INDEX unsettled_payments_place ON unsettled_payments (member_id, type, year, period) NULLS NOT DISTINCT
  WHERE status <> 'cancelled' AND type IN ('quota', 'joia');
CREATE INDEX unsettled_payments_member_id ON unsettled_payments (member_id, due_date, id);
CREATE INDEX unsettled_payments_category_id ON unsettled_payments (category_id);
CREATE INDEX unsettled_payments_quota_run_id ON unsettled_payments (quota_run_id) WHERE quota_run_id IS NOT NULL;
CREATE INDEX unsettled_payments_agreement_id ON unsettled_payments (agreement_id) WHERE agreement_id IS NOT NULL;
CREATE INDEX unsettled_payments_due_date ON unsettled_payments (due_date, id);
CREATE INDEX unsettled_payments_owed ON unsettled_payments (due_date, id) WHERE status IN ('open', 'partial');
CREATE INDEX unsettled_payments_open_amount ON unsettled_payments (open_amount, id);
CREATE INDEX unsettled_payments_created_at ON unsettled_payments (created_at, id);

CREATE TABLE payments (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  member_id uuid NOT NULL CONSTRAINT payments_member_id_fkey REFERENCES members,
  date date NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  method text NOT NULL,
  reference text,
  received_by text NOT NULL,
  notes text,
  receipt_series text NOT NULL,
  receipt_number text NOT NULL CONSTRAINT payments_receipt_number_key UNIQUE,
  status text NOT NULL DEFAULT 'registered',
  cancel_reason text,
  cancelled_at timestamptz
);
CREATE INDEX payments_member_id ON payments (member_id, date);
CREATE INDEX payments_date ON payments (date, id);
CREATE INDEX payments_amount ON payments (amount, id);
CREATE INDEX payments_created_at ON payments (created_at, id);
CREATE INDEX payments_search ON payments USING gin (search_text gin_trgm_ops);

CREATE TABLE payment_items (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  payment_id uuid NOT NULL CONSTRAINT payment_items_payment_id_fkey REFERENCES payments,
  member_id uuid NOT NULL CONSTRAINT payment_items_member_id_fkey REFERENCES members,
  unsettled_payment_id uuid CONSTRAINT payment_items_unsettled_payment_id_fkey REFERENCES unsettled_payments,
  description text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0)
);
CREATE INDEX payment_items_payment_id ON payment_items (payment_id);
CREATE INDEX payment_items_member_id ON payment_items (member_id);
CREATE INDEX payment_items_unsettled_payment_id ON payment_items (unsettled_payment_id);
CREATE INDEX payment_items_credit ON payment_items (member_id) WHERE unsettled_payment_id IS NULL;
CREATE INDEX payment_items_created_at ON payment_items (created_at, id);

CREATE TABLE credit_uses (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  member_id uuid NOT NULL CONSTRAINT credit_uses_member_id_fkey REFERENCES members,
  payment_id uuid NOT NULL CONSTRAINT credit_uses_payment_id_fkey REFERENCES payments,
  unsettled_payment_id uuid NOT NULL CONSTRAINT credit_uses_unsettled_payment_id_fkey REFERENCES unsettled_payments,
  date date NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  quota_run_id uuid CONSTRAINT credit_uses_quota_run_id_fkey REFERENCES quota_runs,
  status text NOT NULL DEFAULT 'active'
);
CREATE INDEX credit_uses_member_id ON credit_uses (member_id);
CREATE INDEX credit_uses_payment_id ON credit_uses (payment_id);
CREATE INDEX credit_uses_unsettled_payment_id ON credit_uses (unsettled_payment_id);
CREATE INDEX credit_uses_quota_run_id ON credit_uses (quota_run_id) WHERE quota_run_id IS NOT NULL;
CREATE INDEX credit_uses_date ON credit_uses (date, id);
CREATE INDEX credit_uses_created_at ON credit_uses (created_at, id);

-- The last number given in each series of receipts. Raised in the transaction of the receipt, so there are no gaps.
CREATE TABLE receipt_counters (
  series text PRIMARY KEY,
  last integer NOT NULL
);

-- What somebody was asked to pay, with the reference that was reserved for it while any of it is unpaid.
CREATE TABLE payment_advices (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  public_id text NOT NULL UNIQUE,
  member_id uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  type text NOT NULL,
  year integer,
  charge_ids uuid[] NOT NULL,
  amount bigint NOT NULL,
  account text,
  document_id integer,
  reference text,
  released boolean NOT NULL DEFAULT false
);
CREATE INDEX payment_advices_member ON payment_advices (member_id) WHERE NOT released;
CREATE UNIQUE INDEX payment_advices_document ON payment_advices (account, document_id) WHERE NOT released;

-- The last document number used of each Multibanco account.
CREATE TABLE multibanco_counters (
  account text PRIMARY KEY,
  last integer NOT NULL
);
