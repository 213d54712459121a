-- Lines of a payment have its status, so that nothing of a cancelled one is added up.
ALTER TABLE payment_items ADD COLUMN status text NOT NULL DEFAULT 'registered';
UPDATE payment_items i SET status = p.status FROM payments p WHERE p.id = i.payment_id AND p.status <> i.status;
ALTER TABLE payment_items ADD COLUMN received_amount bigint NOT NULL
  GENERATED ALWAYS AS (CASE WHEN status = 'cancelled' THEN 0 ELSE amount END) STORED;
