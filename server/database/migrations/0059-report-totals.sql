-- Payments by day have the method too, for the report of payments by year.
DROP TRIGGER keep_payments_by_day_of_new ON payments;
DROP TRIGGER keep_payments_by_day_of_changed ON payments;
DROP TRIGGER keep_payments_by_day_of_old ON payments;
DROP TRIGGER keep_payments_by_day_of_none ON payments;
DROP FUNCTION keep_payments_by_day();
DROP FUNCTION fold_payments_by_day();
DROP TABLE payments_by_day;
CALL keep_totals('payments', 'payments_by_day', '{date,method,status}', '{amount}');

-- Charges of a few kinds among a million of quotas: donations and capital.
CREATE INDEX unsettled_payments_rare_types ON unsettled_payments (type, member_id) WHERE type IN ('donation', 'capital');
