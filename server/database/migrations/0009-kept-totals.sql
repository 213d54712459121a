CREATE FUNCTION list_names(names text[], template text DEFAULT '%I', separator text DEFAULT ', ') RETURNS text
LANGUAGE sql IMMUTABLE
AS $$ SELECT string_agg(format(template, name), separator ORDER BY place) FROM unnest(names) WITH ORDINALITY AS given (name, place) $$;

-- What lists have in all, kept on write. `CALL keep_totals('debts', '{status,year}', '{amount}')` gives the table `debts` a
-- table `debts_totals`: how many records there are of each combination of the groups, and what their summed columns come to.
-- Every statement that writes appends what it changed, a row for each group, in its transaction: nobody changes a row of
-- somebody else, so no two writers wait for each other, and what is undone was never there. The totals are the sums of all rows.
-- Whoever appends each thousandth row puts those that are there, and that nobody else is putting, together in one for each group.
CREATE PROCEDURE keep_totals(kept text, groups text[], sums text[])
LANGUAGE plpgsql
AS $procedure$
DECLARE
  totals text := kept || '_totals';
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
    CREATE TRIGGER keep_totals_of_new AFTER INSERT ON %1$I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %2$I();
    CREATE TRIGGER keep_totals_of_changed AFTER UPDATE ON %1$I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %2$I();
    CREATE TRIGGER keep_totals_of_old AFTER DELETE ON %1$I REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %2$I();
    CREATE TRIGGER keep_totals_of_none AFTER TRUNCATE ON %1$I FOR EACH STATEMENT EXECUTE FUNCTION %2$I();
  $sql$, kept, 'keep_' || totals);
  EXECUTE format('INSERT INTO %I (%s) SELECT %s FROM (SELECT %s FROM %I) counted %s', totals, columns, together, came, kept, each_group);
END
$procedure$;

CALL keep_totals('unsettled_payments', '{status,type,year}', '{amount,paid_amount,open_amount}');
CALL keep_totals('members', '{current_state_id,category_id}', '{}');
