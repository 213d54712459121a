-- The same done to many records in the background. `asked_by` is the account in whose name it is done, `address` the one that
-- the audit trail names.
CREATE TABLE bulk_actions (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  title text NOT NULL,
  kind text NOT NULL DEFAULT 'action',
  resource text,
  action text,
  input jsonb,
  audience jsonb,
  state text NOT NULL DEFAULT 'queued',
  total integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  held integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  created_by_name text,
  finished_at timestamptz,
  problem text,
  asked_by uuid,
  address text,
  settled_at timestamptz
);
CREATE INDEX bulk_actions_created_at ON bulk_actions (created_at, id);

-- `data` is what a task keeps of a record, from when the records were settled.
CREATE TABLE bulk_action_results (
  id uuid PRIMARY KEY DEFAULT new_id(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  bulk_action_id uuid NOT NULL CONSTRAINT bulk_action_results_bulk_action_id_fkey REFERENCES bulk_actions ON DELETE CASCADE,
  place integer NOT NULL,
  record_id text NOT NULL,
  label text NOT NULL,
  outcome text NOT NULL DEFAULT 'pending',
  reason text,
  data jsonb,
  CONSTRAINT bulk_action_results_record UNIQUE (bulk_action_id, record_id)
);
CREATE INDEX bulk_action_results_outcome ON bulk_action_results (bulk_action_id, outcome, place);
CREATE INDEX bulk_action_results_place ON bulk_action_results (place, id);
CREATE INDEX bulk_action_results_created_at ON bulk_action_results (created_at, id);
