-- The short code that a receipt carries, by which anybody who holds it checks it.
ALTER TABLE payments ADD COLUMN check_code text NOT NULL DEFAULT new_card_code();
ALTER TABLE payments ADD CONSTRAINT payments_check_code_key UNIQUE (check_code);
