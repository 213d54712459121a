-- What is owed no more of an agreement, without having been paid, counts for its last instalments; what was paid, for the first.
ALTER TABLE payment_agreements ADD COLUMN paid_before bigint NOT NULL DEFAULT 0;
-- What was paid of its charges before it was agreed on: what is paid now, less what was settled since.
UPDATE payment_agreements a SET paid_before = greatest(0, c.paid - (a.amount - a.open_amount))
FROM (SELECT agreement_id, sum(paid_amount) AS paid FROM unsettled_payments WHERE agreement_id IS NOT NULL GROUP BY agreement_id) c
WHERE c.agreement_id = a.id AND a.state <> 'cancelled';
ALTER TABLE agreement_instalments ADD COLUMN waived_amount bigint NOT NULL DEFAULT 0 CHECK (waived_amount >= 0),
  ADD CHECK (paid_amount + waived_amount <= amount);
