-- The charges that a message tells of, each with the step of the ladder (1 to 4) that it reached. A charge counts as reminded
-- once the message left, not while it is held or queued.
CREATE TABLE charge_notices (
  message_id uuid NOT NULL CONSTRAINT charge_notices_message_id_fkey REFERENCES messages ON DELETE CASCADE,
  unsettled_payment_id uuid NOT NULL
    CONSTRAINT charge_notices_unsettled_payment_id_fkey REFERENCES unsettled_payments ON DELETE CASCADE,
  step integer NOT NULL,
  CONSTRAINT charge_notices_pkey PRIMARY KEY (message_id, unsettled_payment_id)
);
CREATE INDEX charge_notices_unsettled_payment_id ON charge_notices (unsettled_payment_id);

CREATE FUNCTION count_reminders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE unsettled_payments c SET reminder_count = greatest(c.reminder_count, n.step), last_reminder_at = n.sent_at,
    version = c.version + 1, updated_at = now()
  FROM (
    SELECT n.unsettled_payment_id, max(n.step) AS step, max(new_rows.sent_at) AS sent_at
    FROM new_rows JOIN old_rows ON old_rows.id = new_rows.id JOIN charge_notices n ON n.message_id = new_rows.id
    WHERE new_rows.state = 'sent' AND old_rows.state <> 'sent' GROUP BY n.unsettled_payment_id) n
  WHERE c.id = n.unsettled_payment_id;
  IF FOUND THEN
    PERFORM pg_notify('agremia_changes',
      '{"resource":"unsettledPayments","action":"updated","ids":[],"version":0}');
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER count_reminders AFTER UPDATE ON messages REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_reminders();
