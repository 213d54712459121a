-- What became of the messages of each bulk sending, kept on write by whatever changes them: those that left, that failed or may
-- not have arrived, that wait for somebody's word, for a printer, and that were called off. The others wait for their turn.
ALTER TABLE message_batches
  ADD COLUMN held integer NOT NULL DEFAULT 0,
  ADD COLUMN to_print integer NOT NULL DEFAULT 0,
  ADD COLUMN cancelled integer NOT NULL DEFAULT 0;

CREATE FUNCTION count_in_batches() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved text := 'SELECT batch_id, state, channel, 1 AS step FROM new_rows';
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows WHERE batch_id IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    moved := moved || ' UNION ALL SELECT batch_id, state, channel, -1 FROM old_rows';
  END IF;
  EXECUTE format($sql$
    UPDATE message_batches b SET sent = b.sent + m.sent, failed = b.failed + m.failed, held = b.held + m.held,
      to_print = b.to_print + m.to_print, cancelled = b.cancelled + m.cancelled
    FROM (SELECT batch_id,
        coalesce(sum(step) FILTER (WHERE state = 'sent'), 0) AS sent,
        coalesce(sum(step) FILTER (WHERE state IN ('failed', 'doubtful')), 0) AS failed,
        coalesce(sum(step) FILTER (WHERE state = 'held' AND channel <> 'letter'), 0) AS held,
        coalesce(sum(step) FILTER (WHERE state = 'held' AND channel = 'letter'), 0) AS to_print,
        coalesce(sum(step) FILTER (WHERE state = 'cancelled'), 0) AS cancelled
      FROM (%s) moved WHERE batch_id IS NOT NULL GROUP BY batch_id) m
    WHERE b.id = m.batch_id AND (m.sent, m.failed, m.held, m.to_print, m.cancelled) <> (0, 0, 0, 0, 0)
  $sql$, moved);
  RETURN NULL;
END
$$;
CREATE TRIGGER count_new_in_batches AFTER INSERT ON messages REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_in_batches();
CREATE TRIGGER count_changed_in_batches AFTER UPDATE ON messages REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_in_batches();

UPDATE message_batches b SET sent = m.sent, failed = m.failed, held = m.held, to_print = m.to_print, cancelled = m.cancelled
FROM (SELECT batch_id,
    count(*) FILTER (WHERE state = 'sent') AS sent,
    count(*) FILTER (WHERE state IN ('failed', 'doubtful')) AS failed,
    count(*) FILTER (WHERE state = 'held' AND channel <> 'letter') AS held,
    count(*) FILTER (WHERE state = 'held' AND channel = 'letter') AS to_print,
    count(*) FILTER (WHERE state = 'cancelled') AS cancelled
  FROM messages WHERE batch_id IS NOT NULL GROUP BY batch_id) m
WHERE b.id = m.batch_id;

-- The history of a record and what was deleted lately are read in this order, a page at a time.
DROP INDEX audit_events_record;
CREATE INDEX audit_events_record ON audit_events (resource, record_id, at, id);
CREATE INDEX audit_events_deleted ON audit_events (resource, at, id) WHERE action = 'deleted' AND rows IS NOT NULL;
