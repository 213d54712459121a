-- A leaving makes what is paid of later quotas credit. Quotas that were paid before this rule stay paid.
UPDATE unsettled_payments c SET owed_after_leaving = true
FROM members m
WHERE m.id = c.member_id AND m.end_date IS NOT NULL AND c.type = 'quota' AND c.status IN ('partial', 'paid') AND NOT c.owed_after_leaving
  AND period_start(c.year, c.period) + make_interval(months => period_months(c.period)) > m.end_date
  AND NOT EXISTS (SELECT FROM membership_spans s WHERE s.member_id = m.id AND s.to_day > period_start(c.year, c.period)
    AND s.from_day < period_start(c.year, c.period) + make_interval(months => period_months(c.period)));

-- «Hoje» lists who left and has credit.
CREATE INDEX member_balances_credit ON member_balances (id) WHERE credit > 0;
