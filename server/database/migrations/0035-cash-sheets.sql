CREATE TABLE cash_sheets (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  date date NOT NULL,
  status text NOT NULL DEFAULT 'closed',
  float_amount bigint NOT NULL DEFAULT 0 CHECK (float_amount >= 0),
  received_cash bigint NOT NULL,
  expected_cash bigint NOT NULL,
  counted_cash bigint NOT NULL CHECK (counted_cash >= 0),
  difference bigint NOT NULL GENERATED ALWAYS AS (counted_cash - expected_cash) STORED,
  received_total bigint NOT NULL,
  payments integer NOT NULL,
  received jsonb NOT NULL,
  notes text,
  closed_by_name text NOT NULL,
  closed_at timestamptz NOT NULL,
  reopened_by_name text,
  reopened_at timestamptz,
  reopen_reason text
);
CREATE INDEX cash_sheets_date ON cash_sheets (date, id);
CREATE INDEX cash_sheets_created_at ON cash_sheets (created_at, id);
-- A day is closed once, until it is reopened.
CREATE UNIQUE INDEX cash_sheets_closed ON cash_sheets (date) WHERE status = 'closed';

-- The payments that each sheet counted: those of its day that are in none were registered after it was closed.
CREATE TABLE cash_sheet_payments (
  cash_sheet_id uuid NOT NULL CONSTRAINT cash_sheet_payments_cash_sheet_id_fkey REFERENCES cash_sheets,
  payment_id uuid NOT NULL CONSTRAINT cash_sheet_payments_payment_id_fkey REFERENCES payments,
  CONSTRAINT cash_sheet_payments_pkey PRIMARY KEY (cash_sheet_id, payment_id)
);
CREATE INDEX cash_sheet_payments_payment_id ON cash_sheet_payments (payment_id);
