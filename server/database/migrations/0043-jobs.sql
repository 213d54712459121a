-- Work that some process does later. A job that is here is still to be done; the process that does it holds its advisory lock.
CREATE TABLE jobs (
  id uuid PRIMARY KEY DEFAULT new_id(),
  queue text NOT NULL,
  data jsonb NOT NULL,
  priority integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX jobs_next ON jobs (queue, priority DESC, due_at, id);

-- Until now a library kept them in a schema of its own.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    INSERT INTO jobs (queue, data, priority, due_at, attempts, created_at)
    SELECT name, data, priority, start_after, retry_count, created_on FROM pgboss.job
    WHERE state IN ('created', 'retry', 'active') AND name NOT LIKE '\_\_%' ORDER BY created_on, id;
    DROP SCHEMA pgboss CASCADE;
  END IF;
END $$;
