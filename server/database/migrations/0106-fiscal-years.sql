-- The accounting year may begin in any month, so rows no longer have the calendar year of their date. Totals are by month: a year is twelve.
DROP TRIGGER keep_totals_of_new ON transactions;
DROP TRIGGER keep_totals_of_changed ON transactions;
DROP TRIGGER keep_totals_of_old ON transactions;
DROP TRIGGER keep_totals_of_none ON transactions;
DROP FUNCTION keep_transactions_totals();
DROP FUNCTION fold_transactions_totals();
DROP TABLE transactions_totals;
ALTER TABLE transactions DROP COLUMN year,
  ADD COLUMN month date NOT NULL GENERATED ALWAYS AS (make_date(extract(year FROM date)::integer, extract(month FROM date)::integer, 1)) STORED;
CALL keep_totals('transactions', '{month,account_id,kind}', '{income,expense,effect}');
-- Conditions of years limit the date, of records as of totals: the first day of a month is in the same year as the others.
ALTER TABLE transactions_totals ADD COLUMN date date GENERATED ALWAYS AS (month) STORED;

DROP TRIGGER keep_totals_of_new ON transaction_splits;
DROP TRIGGER keep_totals_of_changed ON transaction_splits;
DROP TRIGGER keep_totals_of_old ON transaction_splits;
DROP TRIGGER keep_totals_of_none ON transaction_splits;
DROP FUNCTION keep_transaction_splits_totals();
DROP FUNCTION fold_transaction_splits_totals();
DROP TABLE transaction_splits_totals;
ALTER TABLE transaction_splits DROP COLUMN year,
  ADD COLUMN month date NOT NULL GENERATED ALWAYS AS (make_date(extract(year FROM date)::integer, extract(month FROM date)::integer, 1)) STORED;
CALL keep_totals('transaction_splits', '{cost_center_id,month,kind}', '{income,expense}');
ALTER TABLE transaction_splits_totals ADD COLUMN date date GENERATED ALWAYS AS (month) STORED;

ALTER TABLE treasury_docs DROP COLUMN year;
