-- The due date of the oldest overdue quota: cards ask for quotas alone. Charges in an agreement that is kept are not overdue.
ALTER TABLE member_balances ADD COLUMN oldest_quota date;
UPDATE member_balances b SET oldest_quota = (
  SELECT min(c.due_date) FROM unsettled_payments c WHERE c.member_id = b.id AND c.type = 'quota' AND c.status IN ('open', 'partial')
    AND c.due_date < b.as_of AND NOT EXISTS (SELECT FROM payment_agreements a WHERE a.id = c.agreement_id AND a.state = 'active'))
WHERE b.oldest_debt IS NOT NULL;
-- The daily work recomputes balances of the day before.
UPDATE member_balances SET as_of = as_of - 1
WHERE id IN (SELECT member_id FROM payment_agreements WHERE state = 'active');
