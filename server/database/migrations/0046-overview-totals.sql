-- A table may have totals of several kinds: these are named.
CREATE PROCEDURE keep_totals(kept text, totals text, groups text[], sums text[])
LANGUAGE plpgsql
AS $procedure$
DECLARE
  measures text[] := '{records}' || sums;
  columns text := list_names(groups || measures);
  came text := concat_ws(', ', list_names(groups), '1 AS records', list_names(sums));
  went text := concat_ws(', ', list_names(groups), '-1 AS records', list_names(sums, '-%1$I AS %1$I'));
  together text := concat_ws(', ', list_names(groups), list_names(measures, 'sum(%I)'));
  each_group text := format('GROUP BY (%s) HAVING %s', list_names(groups), list_names(measures, 'sum(%I) <> 0', ' OR '));
BEGIN
  EXECUTE format('CREATE TABLE %I AS SELECT %s FROM (SELECT *, 1::bigint AS records FROM %I) counted WITH NO DATA', totals, columns, kept);
  EXECUTE format('ALTER TABLE %I ADD place bigint GENERATED ALWAYS AS IDENTITY', totals);

  EXECUTE format($sql$ CREATE FUNCTION %I() RETURNS void LANGUAGE sql AS $body$
    WITH taken AS (
      DELETE FROM %2$I WHERE ctid = ANY (ARRAY(SELECT ctid FROM %2$I FOR UPDATE SKIP LOCKED)) RETURNING %3$s)
    INSERT INTO %2$I (%3$s) SELECT %4$s FROM taken %5$s
  $body$ $sql$, 'fold_' || totals, totals, columns, together, each_group);

  EXECUTE format($sql$ CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
    DECLARE
      folding_is_due boolean;
    BEGIN
      IF TG_OP = 'INSERT' THEN
        WITH appended AS (
          INSERT INTO %2$I (%3$s) SELECT %4$s FROM (SELECT %6$s FROM new_rows) moved %5$s RETURNING place)
        SELECT bool_or(place %% 1000 = 0) INTO folding_is_due FROM appended;
      ELSIF TG_OP = 'UPDATE' THEN
        WITH appended AS (
          INSERT INTO %2$I (%3$s)
          SELECT %4$s FROM (SELECT %6$s FROM new_rows UNION ALL SELECT %7$s FROM old_rows) moved %5$s RETURNING place)
        SELECT bool_or(place %% 1000 = 0) INTO folding_is_due FROM appended;
      ELSIF TG_OP = 'DELETE' THEN
        WITH appended AS (
          INSERT INTO %2$I (%3$s) SELECT %4$s FROM (SELECT %7$s FROM old_rows) moved %5$s RETURNING place)
        SELECT bool_or(place %% 1000 = 0) INTO folding_is_due FROM appended;
      ELSE
        TRUNCATE %2$I;
      END IF;
      IF folding_is_due THEN PERFORM %8$I(); END IF;
      RETURN NULL;
    END
  $body$ $sql$, 'keep_' || totals, totals, columns, together, each_group, came, went, 'fold_' || totals);

  -- From here on writers wait until what is there already is counted.
  EXECUTE format($sql$
    CREATE TRIGGER %2$s_of_new AFTER INSERT ON %1$I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %2$I();
    CREATE TRIGGER %2$s_of_changed AFTER UPDATE ON %1$I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %2$I();
    CREATE TRIGGER %2$s_of_old AFTER DELETE ON %1$I REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %2$I();
    CREATE TRIGGER %2$s_of_none AFTER TRUNCATE ON %1$I FOR EACH STATEMENT EXECUTE FUNCTION %2$I();
  $sql$, kept, 'keep_' || totals);
  EXECUTE format('INSERT INTO %I (%s) SELECT %s FROM (SELECT %s FROM %I) counted %s', totals, columns, together, came, kept, each_group);
END
$procedure$;

-- What the overview of payments adds up, as it is on every day: amounts by the day, and members by the ages of their debts.
CALL keep_totals('unsettled_payments', 'charges_by_day', '{due_date,category_id,status}', '{amount,paid_amount,open_amount}');
CALL keep_totals('payments', 'payments_by_day', '{date,status}', '{amount}');

-- One bit for each age of what the member owes on the day `as_of`: not due, up to 3 months, 1 year, 3 years, older.
ALTER TABLE member_balances ADD COLUMN debt_ages integer NOT NULL DEFAULT 0;
UPDATE member_balances b SET debt_ages = o.ages FROM (
  SELECT c.member_id, bit_or(CASE WHEN c.due_date >= x.as_of THEN 1 WHEN c.due_date >= x.as_of - 91 THEN 2 WHEN c.due_date >= x.as_of - 365 THEN 4
    WHEN c.due_date >= x.as_of - 1096 THEN 8 ELSE 16 END) AS ages
  FROM unsettled_payments c JOIN member_balances x ON x.id = c.member_id WHERE c.status IN ('open', 'partial') GROUP BY c.member_id) o
WHERE b.id = o.member_id;
CALL keep_totals('member_balances', 'member_balances_by_age', '{debt_ages}', '{balance,credit}');
