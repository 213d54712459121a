-- The credit that a generation used on its own quotas; what it used on earlier debts of the same members is not part of them.
UPDATE quota_runs r SET credit_used = coalesce((SELECT sum(u.amount) FROM credit_uses u
  JOIN unsettled_payments c ON c.id = u.unsettled_payment_id WHERE u.quota_run_id = r.id AND c.quota_run_id = r.id), 0)
WHERE r.credit_used > 0;
