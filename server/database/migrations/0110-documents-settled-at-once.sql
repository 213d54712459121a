-- The documents that a day left to pay, without a search of all transactions for each of them.
DROP FUNCTION documents_settled_on(date);
DROP FUNCTION settling_on(date);

-- The documents that transactions until a day settle, in their order; one that was reversed later counts. `is_shared`: a transaction settles several of
-- those that are joined by transactions with it.
CREATE FUNCTION settling_on(day date) RETURNS TABLE (transaction_id uuid, date date, amount bigint, document_id uuid, place bigint, is_shared boolean)
LANGUAGE sql STABLE AS $$
  WITH named AS MATERIALIZED (
    SELECT x.id, x.date, abs(x.amount) AS amount, n.id::uuid AS document_id, n.place
    FROM transactions x CROSS JOIN unnest(x.document_ids) WITH ORDINALITY AS n (id, place)
    WHERE x.document_ids <> '{}' AND x.date <= day AND (x.status = 'registered' OR x.status = 'cancelled' AND EXISTS (
      SELECT FROM transactions r WHERE r.reverses_id = x.id AND r.date > day))),
  shared AS MATERIALIZED (
    SELECT DISTINCT document_id FROM named WHERE id IN (SELECT id FROM named WHERE place > 1))
  SELECT id, date, amount, document_id, place, id IN (SELECT n.id FROM named n JOIN shared USING (document_id)) FROM named
$$;

-- What these settle of documents, in parts: a transaction each up to its total, and what earlier ones left. Only the shared ones need to be taken one by one.
CREATE FUNCTION documents_settled_on(day date) RETURNS TABLE (document_id uuid, amount bigint) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  step record;
  left_over bigint;
  -- By the number of the document.
  settled bigint[];
BEGIN
  FOR step IN
    SELECT s.*, coalesce(d.total_amount, 0) AS total, dense_rank() OVER (ORDER BY s.document_id)::integer AS number
    FROM settling_on(day) s JOIN treasury_docs d ON d.id = s.document_id WHERE s.is_shared ORDER BY s.date, s.transaction_id, s.place
  LOOP
    IF step.place = 1 THEN
      left_over := step.amount;
    END IF;
    document_id := step.document_id;
    amount := least(left_over, step.total - coalesce(settled[step.number], 0));
    settled[step.number] := coalesce(settled[step.number], 0) + amount;
    left_over := left_over - amount;
    RETURN NEXT;
  END LOOP;
  RETURN QUERY SELECT s.document_id, s.amount FROM settling_on(day) s WHERE NOT s.is_shared;
END $$;
