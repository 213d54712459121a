-- An entry of the bank with several transactions is several lines: the amount of the entry, and the number of the line in it from 1. Files
-- that overlap are compared by entry, since a bank gives the parts in one format only.
ALTER TABLE bank_lines
  ADD COLUMN entry_amount bigint,
  ADD COLUMN part integer NOT NULL DEFAULT 1,
  ADD COLUMN is_return boolean NOT NULL DEFAULT false,
  ADD COLUMN counterpart_bic text,
  -- Transactions that were created with the line, so that undoing cancels them; others were there before.
  ADD COLUMN created_ids uuid[] NOT NULL DEFAULT '{}';
UPDATE bank_lines SET entry_amount = amount;
UPDATE bank_lines l SET created_ids = x.ids
  FROM (SELECT bank_line_id, array_agg(id) AS ids FROM transactions WHERE bank_line_id IS NOT NULL GROUP BY bank_line_id) AS x
  WHERE x.bank_line_id = l.id AND l.has_created;
ALTER TABLE bank_lines
  ALTER COLUMN entry_amount SET NOT NULL,
  DROP COLUMN has_created,
  DROP CONSTRAINT bank_lines_once,
  ADD CONSTRAINT bank_lines_once UNIQUE (account_id, date, entry_amount, ordinal, part);
