-- Money that goes back: payments that banks return, and credit that is given back.
ALTER TABLE payments ADD COLUMN confirmed_by text;
-- Payments by day and member include those that went back later.
DROP INDEX payments_payers;
CREATE INDEX payments_payers ON payments (date, member_id) WHERE status <> 'cancelled';

CREATE TABLE payment_returns (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  payment_id uuid NOT NULL CONSTRAINT payment_returns_payment_id_fkey REFERENCES payments,
  member_id uuid NOT NULL CONSTRAINT payment_returns_member_id_fkey REFERENCES members,
  date date NOT NULL,
  amount bigint NOT NULL,
  reason text NOT NULL,
  cost bigint,
  cost_charge_id uuid CONSTRAINT payment_returns_cost_charge_id_fkey REFERENCES unsettled_payments,
  refund_charge_id uuid CONSTRAINT payment_returns_refund_charge_id_fkey REFERENCES unsettled_payments,
  notes text,
  status text NOT NULL DEFAULT 'active',
  undone_at timestamptz,
  undo_reason text
);
CREATE INDEX payment_returns_created_at ON payment_returns (created_at, id);
CREATE INDEX payment_returns_date ON payment_returns (date, id);
CREATE INDEX payment_returns_payment_id ON payment_returns (payment_id);
CREATE UNIQUE INDEX payment_returns_active ON payment_returns (payment_id) WHERE status = 'active';
CREATE INDEX payment_returns_member_id ON payment_returns (member_id);
CREATE INDEX payment_returns_cost_charge_id ON payment_returns (cost_charge_id) WHERE cost_charge_id IS NOT NULL;
CREATE INDEX payment_returns_refund_charge_id ON payment_returns (refund_charge_id) WHERE refund_charge_id IS NOT NULL;

CREATE TABLE credit_refunds (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  number text NOT NULL CONSTRAINT credit_refunds_number_key UNIQUE,
  member_id uuid NOT NULL CONSTRAINT credit_refunds_member_id_fkey REFERENCES members,
  date date NOT NULL,
  amount bigint NOT NULL,
  method text NOT NULL,
  account_id uuid CONSTRAINT credit_refunds_account_id_fkey REFERENCES treasury_accounts,
  reason text NOT NULL,
  paid_by text NOT NULL,
  status text NOT NULL DEFAULT 'registered',
  cancel_reason text,
  cancelled_at timestamptz
);
CREATE INDEX credit_refunds_created_at ON credit_refunds (created_at, id);
CREATE INDEX credit_refunds_date ON credit_refunds (date, id);
CREATE INDEX credit_refunds_member_id ON credit_refunds (member_id);
CREATE INDEX credit_refunds_account_id ON credit_refunds (account_id) WHERE account_id IS NOT NULL;

-- Credit is used on a charge or given back. `undone_by` says what undid a use, so that undoing that restores the use.
ALTER TABLE credit_uses ALTER COLUMN unsettled_payment_id DROP NOT NULL;
ALTER TABLE credit_uses ADD COLUMN refund_id uuid CONSTRAINT credit_uses_refund_id_fkey REFERENCES credit_refunds;
ALTER TABLE credit_uses ADD COLUMN undone_by text CHECK (undone_by IN ('leaving', 'return'));
ALTER TABLE credit_uses ADD CHECK ((unsettled_payment_id IS NULL) <> (refund_id IS NULL));
CREATE INDEX credit_uses_refund_id ON credit_uses (refund_id) WHERE refund_id IS NOT NULL;

-- The counter-entries of returns and refunds, and the cost of a return.
ALTER TABLE transactions ADD COLUMN return_id uuid CONSTRAINT transactions_return_id_fkey REFERENCES payment_returns;
ALTER TABLE transactions ADD COLUMN refund_id uuid CONSTRAINT transactions_refund_id_fkey REFERENCES credit_refunds;
CREATE INDEX transactions_return_id ON transactions (return_id) WHERE return_id IS NOT NULL;
CREATE INDEX transactions_refund_id ON transactions (refund_id) WHERE refund_id IS NOT NULL;

-- Cash that left the box on the day.
ALTER TABLE cash_sheets ADD COLUMN refunded_cash bigint NOT NULL DEFAULT 0;
