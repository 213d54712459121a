-- A charge that goes with its payment was never charged without it. A leaving, and what is undone or corrected, holds from the period of the charge.
CREATE OR REPLACE FUNCTION keep_former_charge() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  causes text[] := ARRAY[OLD.cancelled_by, NEW.cancelled_by];
  today date := lisbon_day(now());
  day date := CASE WHEN causes && ARRAY['payment'] THEN '-infinity' WHEN causes && ARRAY['leaving', 'undoing'] THEN corrected_from(NEW) ELSE today END;
  was_ended boolean := OLD.status IN ('cancelled', 'exempt');
BEGIN
  IF day < today AND EXISTS (SELECT FROM former_charges f WHERE f.charge_id = NEW.id AND f.until_day >= day) THEN
    INSERT INTO former_charges VALUES (OLD.id, today, OLD.amount, OLD.due_date, OLD.category_id, was_ended) ON CONFLICT DO NOTHING;
    PERFORM hold_charge_from(NEW.id, day);
    RETURN NULL;
  END IF;
  IF day < today AND isfinite(day) THEN
    day := greatest(day, closed_until() + 1);
  END IF;
  -- Days before the entry of the charge have it as it is now.
  IF isfinite(day) AND day > lisbon_day(OLD.created_at) THEN
    INSERT INTO former_charges VALUES (OLD.id, day, OLD.amount, OLD.due_date, OLD.category_id, was_ended) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

-- A charge that was changed and changed back was otherwise only in between: what it was before the first change is also kept, from the audit trail
-- until the migration that began to keep it.
CREATE TEMPORARY TABLE charge_changes ON COMMIT DROP AS
  SELECT e.record_id AS charge_id, lisbon_day(e.at) AS day, e.at, f ->> 'field' AS field, f ->> 'from' AS former
  FROM audit_events e CROSS JOIN LATERAL jsonb_array_elements(e.changes) f
  WHERE e.resource = 'unsettledPayments' AND e.action NOT IN ('created', 'deleted', 'restored') AND f ->> 'field' IN ('amount', 'dueDate', 'status')
    AND f ->> 'from' IS NOT NULL AND EXISTS (SELECT FROM former_charges n WHERE n.charge_id = e.record_id AND n.until_day > lisbon_day(e.at))
    AND e.at < (SELECT applied_at FROM schema_migrations WHERE name LIKE '0104-%');
INSERT INTO former_charges (charge_id, until_day, amount, due_date, category_id, is_ended)
  SELECT c.id, d.day, f.amount, f.due_date, c.category_id, f.is_ended
  FROM (SELECT DISTINCT charge_id, day FROM charge_changes) d JOIN unsettled_payments c ON c.id = d.charge_id
    CROSS JOIN LATERAL (SELECT * FROM former_charges n WHERE n.charge_id = c.id AND n.until_day > d.day ORDER BY n.until_day LIMIT 1) next
    CROSS JOIN LATERAL (SELECT
      coalesce((SELECT round(x.former::numeric * 100)::bigint FROM charge_changes x WHERE x.charge_id = c.id AND x.field = 'amount' AND x.day >= d.day
        ORDER BY x.day, x.at LIMIT 1), next.amount) AS amount,
      coalesce((SELECT x.former::date FROM charge_changes x WHERE x.charge_id = c.id AND x.field = 'dueDate' AND x.day >= d.day
        ORDER BY x.day, x.at LIMIT 1), next.due_date) AS due_date,
      coalesce((SELECT x.former IN ('cancelled', 'exempt') FROM charge_changes x WHERE x.charge_id = c.id AND x.field = 'status' AND x.day >= d.day
        ORDER BY x.day, x.at LIMIT 1), next.is_ended) AS is_ended) f
  WHERE c.cancelled_by IS DISTINCT FROM 'payment' AND d.day > closed_until()
  ON CONFLICT DO NOTHING;
