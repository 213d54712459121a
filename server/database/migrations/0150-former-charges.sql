-- What charges were until the day before `until_day`: reports of a past day add them as they were on it. Days are those of the mainland, as of
-- the creation of charges.
CREATE TABLE former_charges (
  charge_id uuid NOT NULL CONSTRAINT former_charges_charge_id_fkey REFERENCES unsettled_payments ON DELETE CASCADE,
  until_day date NOT NULL,
  amount bigint NOT NULL,
  due_date date NOT NULL,
  category_id uuid NOT NULL CONSTRAINT former_charges_category_id_fkey REFERENCES member_categories,
  -- Neither owed nor paid: cancelled, waived, or entered after the accounts of the day were closed.
  is_ended boolean NOT NULL,
  PRIMARY KEY (charge_id, until_day)
);
CREATE INDEX former_charges_until_day ON former_charges (until_day);
CREATE INDEX former_charges_category_id ON former_charges (category_id);

CREATE FUNCTION lisbon_day(at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (at AT TIME ZONE 'Europe/Lisbon')::date
$$;

CREATE FUNCTION closed_until() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT nullif(value, '')::date FROM settings WHERE name = 'closedUntil'), '-infinity')
$$;

-- The day from which a correction of the rules holds for a charge: the first of its period, or its due date; today at the latest.
CREATE FUNCTION corrected_from(charge unsettled_payments) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT least(lisbon_day(now()), CASE charge.type WHEN 'quota' THEN period_start(charge.year, charge.period) ELSE charge.due_date END)
$$;

-- Moves a change that this transaction made of a charge to an earlier day, outside of closed accounts; `-infinity`: it was never otherwise.
CREATE FUNCTION hold_charge_from(charge uuid, day date) RETURNS void LANGUAGE sql AS $$
  WITH held AS (SELECT CASE WHEN isfinite(day) THEN greatest(day, closed_until() + 1) ELSE day END AS day),
  gone AS (
    DELETE FROM former_charges f USING held WHERE f.charge_id = charge AND f.until_day >= held.day
      AND EXISTS (SELECT FROM former_charges n WHERE n.charge_id = charge AND n.until_day = lisbon_day(now())) RETURNING f.*),
  earliest AS (SELECT * FROM gone ORDER BY until_day LIMIT 1)
  INSERT INTO former_charges (charge_id, until_day, amount, due_date, category_id, is_ended)
  SELECT charge, held.day, e.amount, e.due_date, e.category_id, e.is_ended
  FROM earliest e JOIN held ON isfinite(held.day) JOIN unsettled_payments c ON c.id = charge
  WHERE (e.amount, e.due_date, e.category_id, e.is_ended) IS DISTINCT FROM (c.amount, c.due_date, c.category_id, c.status IN ('cancelled', 'exempt'))
$$;

-- A charge that goes with its payment was never charged without it. A leaving, and what is undone or corrected, holds from the period of the charge.
CREATE FUNCTION keep_former_charge() RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF isfinite(day) AND (was_ended OR day > lisbon_day(OLD.created_at)) THEN
    INSERT INTO former_charges VALUES (OLD.id, day, OLD.amount, OLD.due_date, OLD.category_id, was_ended) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_former_charge AFTER UPDATE ON unsettled_payments FOR EACH ROW
  WHEN ((OLD.amount, OLD.due_date, OLD.category_id, OLD.status IN ('cancelled', 'exempt'))
    IS DISTINCT FROM (NEW.amount, NEW.due_date, NEW.category_id, NEW.status IN ('cancelled', 'exempt')))
  EXECUTE FUNCTION keep_former_charge();

-- Reports of closed accounts stay as they were approved: what is entered later for a day of them counts from the day after.
CREATE FUNCTION keep_closed_charges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO former_charges (charge_id, until_day, amount, due_date, category_id, is_ended)
  SELECT NEW.id, closed_until() + 1, NEW.amount, NEW.due_date, NEW.category_id, true
  FROM members m WHERE m.id = NEW.member_id AND lisbon_day(NEW.created_at) > closed_until()
    AND CASE NEW.origin WHEN 'admission' THEN m.admission_date ELSE NEW.due_date END <= closed_until();
  RETURN NULL;
END $$;
CREATE TRIGGER keep_closed_charges AFTER INSERT ON unsettled_payments FOR EACH ROW
  WHEN (NEW.due_date < NEW.created_at::date OR NEW.origin = 'admission') EXECUTE FUNCTION keep_closed_charges();

-- The day on which a use of credit was undone.
ALTER TABLE credit_uses ADD COLUMN undone_on date;
UPDATE credit_uses u SET undone_on = coalesce(
  (SELECT r.date FROM payment_returns r WHERE u.undone_by = 'return' AND r.payment_id = u.payment_id AND r.status = 'active'), lisbon_day(u.updated_at))
WHERE status = 'undone';
ALTER TABLE credit_uses ADD CONSTRAINT credit_uses_undone_on CHECK ((status = 'undone') = (undone_on IS NOT NULL));
CREATE INDEX credit_uses_undone_on ON credit_uses (undone_on) WHERE undone_on IS NOT NULL;

-- Earlier changes, from the audit trail. What ended by itself is not in it: the day of its last change.
CREATE TEMPORARY TABLE charge_changes ON COMMIT DROP AS
  SELECT e.record_id AS charge_id, lisbon_day(e.at) AS day, e.at, f ->> 'field' AS field, f ->> 'from' AS former
  FROM audit_events e CROSS JOIN LATERAL jsonb_array_elements(e.changes) f
  WHERE e.resource = 'unsettledPayments' AND e.action NOT IN ('created', 'deleted', 'restored') AND f ->> 'field' IN ('amount', 'dueDate', 'status')
    AND f ->> 'from' IS NOT NULL;
CREATE INDEX ON charge_changes (charge_id, field, day, at);
ANALYZE charge_changes;
INSERT INTO charge_changes
  SELECT c.id, CASE WHEN c.cancelled_by IN ('leaving', 'undoing') THEN least(corrected_from(c), lisbon_day(c.updated_at)) ELSE lisbon_day(c.updated_at) END,
    c.updated_at, 'status', 'open'
  FROM unsettled_payments c WHERE c.status IN ('cancelled', 'exempt')
    AND NOT EXISTS (SELECT FROM charge_changes x WHERE x.charge_id = c.id AND x.field = 'status' AND x.former NOT IN ('cancelled', 'exempt'));
INSERT INTO former_charges (charge_id, until_day, amount, due_date, category_id, is_ended)
  SELECT c.id, d.day, f.amount, f.due_date, c.category_id, f.is_ended
  FROM (SELECT DISTINCT charge_id, day FROM charge_changes) d JOIN unsettled_payments c ON c.id = d.charge_id
    CROSS JOIN LATERAL (SELECT
      coalesce((SELECT round(x.former::numeric * 100)::bigint FROM charge_changes x WHERE x.charge_id = c.id AND x.field = 'amount' AND x.day >= d.day ORDER BY x.day, x.at LIMIT 1), c.amount) AS amount,
      coalesce((SELECT x.former::date FROM charge_changes x WHERE x.charge_id = c.id AND x.field = 'dueDate' AND x.day >= d.day ORDER BY x.day, x.at LIMIT 1), c.due_date) AS due_date,
      coalesce((SELECT x.former FROM charge_changes x WHERE x.charge_id = c.id AND x.field = 'status' AND x.day >= d.day ORDER BY x.day, x.at LIMIT 1), c.status)
        IN ('cancelled', 'exempt') AS is_ended) f
  WHERE c.cancelled_by IS DISTINCT FROM 'payment' AND d.day > closed_until();
