-- A letter that waits for the printer has its own state; the reason repeated it.
ALTER TABLE messages DISABLE TRIGGER count_changed_in_batches;
UPDATE messages SET state = 'toPrint', reason = NULL WHERE channel = 'letter' AND state = 'held';
ALTER TABLE messages ENABLE TRIGGER count_changed_in_batches;
UPDATE messages SET reason = NULL WHERE reason = 'toPrint';
DROP INDEX messages_letters;
CREATE INDEX messages_letters ON messages (created_at, id) WHERE state = 'toPrint';

CREATE OR REPLACE FUNCTION count_in_batches() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved text := 'SELECT batch_id, state, 1 AS step FROM new_rows';
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows WHERE batch_id IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    moved := moved || ' UNION ALL SELECT batch_id, state, -1 FROM old_rows';
  END IF;
  EXECUTE format($sql$
    UPDATE message_batches b SET sent = b.sent + m.sent, failed = b.failed + m.failed, held = b.held + m.held,
      to_print = b.to_print + m.to_print, cancelled = b.cancelled + m.cancelled
    FROM (SELECT batch_id,
        coalesce(sum(step) FILTER (WHERE state = 'sent'), 0) AS sent,
        coalesce(sum(step) FILTER (WHERE state IN ('failed', 'doubtful')), 0) AS failed,
        coalesce(sum(step) FILTER (WHERE state = 'held'), 0) AS held,
        coalesce(sum(step) FILTER (WHERE state = 'toPrint'), 0) AS to_print,
        coalesce(sum(step) FILTER (WHERE state = 'cancelled'), 0) AS cancelled
      FROM (%s) moved WHERE batch_id IS NOT NULL GROUP BY batch_id) m
    WHERE b.id = m.batch_id AND (m.sent, m.failed, m.held, m.to_print, m.cancelled) <> (0, 0, 0, 0, 0)
  $sql$, moved);
  RETURN NULL;
END
$$;

-- The bulk action that wrote the message.
ALTER TABLE messages ADD COLUMN bulk_action_id uuid CONSTRAINT messages_bulk_action_id_fkey REFERENCES bulk_actions ON DELETE SET NULL;
CREATE INDEX messages_bulk_action_id ON messages (bulk_action_id, created_at, id);
