-- What retention deleted, without the data.
CREATE TABLE erasures (
  id uuid PRIMARY KEY DEFAULT new_id(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  day date NOT NULL,
  rule text NOT NULL,
  count integer NOT NULL,
  by_name text NOT NULL
);
CREATE INDEX erasures_created_at ON erasures (created_at, id);
CREATE INDEX erasures_sort_day ON erasures (day, id);
CREATE UNIQUE INDEX erasures_once ON erasures (day, rule, by_name);

-- The day of the last daily deletion.
CREATE TABLE retention_days (day date NOT NULL);
INSERT INTO retention_days VALUES ('-infinity');
