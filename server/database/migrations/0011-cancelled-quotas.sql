-- Who cancelled a charge: a person, the leaving of its member, or the undoing of its generation. What a person cancelled is
-- not generated again; the others may be.
ALTER TABLE unsettled_payments ADD COLUMN cancelled_by text CHECK (cancelled_by IN ('person', 'leaving', 'undoing'));
UPDATE unsettled_payments c SET cancelled_by = CASE
  WHEN EXISTS (SELECT FROM quota_runs r WHERE r.id = c.quota_run_id AND r.state = 'undone') THEN 'undoing'
  WHEN c.cancel_reason = 'saída' THEN 'leaving' ELSE 'person' END
WHERE status = 'cancelled';
CREATE INDEX unsettled_payments_cancelled_quota ON unsettled_payments (member_id, year, period)
  WHERE cancelled_by = 'person' AND type = 'quota';

-- An agreement that somebody ended has no charges any more.
UPDATE unsettled_payments c SET agreement_id = NULL FROM payment_agreements a
WHERE a.id = c.agreement_id AND a.state = 'cancelled';
