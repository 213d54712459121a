-- The first day on which a document counts as received: its own, or the day after the accounts that were closed when it was entered.
ALTER TABLE treasury_docs ADD COLUMN counts_from date;
-- The day on which it was cancelled.
ALTER TABLE treasury_docs ADD COLUMN cancelled_on date;
UPDATE treasury_docs d SET counts_from = date, cancelled_on = CASE WHEN status = 'cancelled' THEN coalesce((
  SELECT max(lisbon_day(e.at)) FROM audit_events e WHERE e.resource = 'treasuryDocs' AND e.record_id = d.id AND e.action = 'cancel'), lisbon_day(updated_at)) END;
ALTER TABLE treasury_docs ALTER COLUMN counts_from SET NOT NULL;

CREATE FUNCTION date_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.counts_from := greatest(NEW.date, CASE WHEN lisbon_day(NEW.created_at) > closed_until() THEN closed_until() + 1 END);
  IF NEW.status = 'cancelled' THEN
    NEW.cancelled_on := coalesce(NEW.cancelled_on, lisbon_day(now()));
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER date_document BEFORE INSERT OR UPDATE OF date, status ON treasury_docs FOR EACH ROW EXECUTE FUNCTION date_document();

CREATE INDEX transactions_settling ON transactions (date, id) WHERE document_ids <> '{}';

CREATE FUNCTION settling_on(day date) RETURNS TABLE (id uuid, date date, amount bigint, document_ids text[]) LANGUAGE sql STABLE AS $$
  SELECT x.id, x.date, abs(x.amount), x.document_ids FROM transactions x
  WHERE x.document_ids <> '{}' AND x.date <= day AND (x.status = 'registered' OR x.status = 'cancelled' AND EXISTS (
    SELECT FROM transactions r WHERE r.reverses_id = x.id AND r.date > day))
$$;

-- What transactions until a day settled of documents, in parts. A transaction settles its documents in their order, each up to its total and what earlier
-- ones left; one that was reversed later counts. Only documents that share a transaction need the transactions one by one.
CREATE FUNCTION documents_settled_on(day date) RETURNS TABLE (id text, amount bigint) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  step record;
  left_over bigint;
  -- By `place` of the document.
  settled bigint[];
BEGIN
  FOR step IN
    WITH shared AS (SELECT DISTINCT unnest(x.document_ids) AS id FROM settling_on(day) x WHERE cardinality(x.document_ids) > 1)
    SELECT x.amount, named.nr = 1 AS is_first, named.id, coalesce(d.total_amount, 0) AS total, dense_rank() OVER (ORDER BY named.id)::integer AS place
    FROM settling_on(day) x CROSS JOIN unnest(x.document_ids) WITH ORDINALITY AS named (id, nr) JOIN treasury_docs d ON d.id::text = named.id
    WHERE EXISTS (SELECT FROM unnest(x.document_ids) AS own (id) JOIN shared USING (id))
    ORDER BY x.date, x.id, named.nr
  LOOP
    IF step.is_first THEN
      left_over := step.amount;
    END IF;
    id := step.id;
    amount := least(left_over, step.total - coalesce(settled[step.place], 0));
    settled[step.place] := coalesce(settled[step.place], 0) + amount;
    left_over := left_over - amount;
    RETURN NEXT;
  END LOOP;
  RETURN QUERY
    WITH shared AS (SELECT DISTINCT unnest(x.document_ids) AS id FROM settling_on(day) x WHERE cardinality(x.document_ids) > 1)
    SELECT x.document_ids[1], sum(x.amount)::bigint FROM settling_on(day) x
    WHERE cardinality(x.document_ids) = 1 AND x.document_ids[1] NOT IN (SELECT s.id FROM shared s) GROUP BY 1;
END $$;
