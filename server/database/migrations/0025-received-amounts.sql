-- What was received: nothing of a payment that was cancelled. Exports have it beside the amount, so that columns add up.
ALTER TABLE payments ADD COLUMN received_amount bigint NOT NULL
  GENERATED ALWAYS AS (CASE WHEN status = 'cancelled' THEN 0 ELSE amount END) STORED;
