-- Receipts that somebody asked for as one document: settled when asked for, kept for a day.
CREATE TABLE receipt_runs (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  payment_ids uuid[] NOT NULL
);
CREATE INDEX receipt_runs_created_at ON receipt_runs (created_at);
