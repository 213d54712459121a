-- Open quotas that earlier versions charged otherwise than the rules do, each with what a person decided. Found once, after this migration.
CREATE TABLE charge_differences (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  member_id uuid NOT NULL CONSTRAINT charge_differences_member_id_fkey REFERENCES members,
  unsettled_payment_id uuid NOT NULL CONSTRAINT charge_differences_unsettled_payment_id_fkey REFERENCES unsettled_payments
    CONSTRAINT charge_differences_unsettled_payment_id_key UNIQUE,
  expected_amount bigint,
  reason text NOT NULL,
  category_id uuid CONSTRAINT charge_differences_category_id_fkey REFERENCES member_categories,
  state text NOT NULL DEFAULT 'pending',
  decided_by_name text,
  decided_at timestamptz
);
CREATE INDEX charge_differences_created_at ON charge_differences (created_at, id);
CREATE INDEX charge_differences_member_id ON charge_differences (member_id);
CREATE INDEX charge_differences_category_id ON charge_differences (category_id) WHERE category_id IS NOT NULL;
CREATE INDEX charge_differences_pending ON charge_differences (member_id) WHERE state = 'pending';

INSERT INTO jobs (queue, data) SELECT 'chargeChecks', '{}' WHERE EXISTS (SELECT FROM unsettled_payments WHERE type = 'quota');
