-- A charge may be made together with the payment that settles it; it goes with that payment when it is cancelled.
ALTER TABLE unsettled_payments ADD COLUMN charged_with_id uuid REFERENCES payments (id);
ALTER TABLE unsettled_payments DROP CONSTRAINT unsettled_payments_cancelled_by_check;
ALTER TABLE unsettled_payments ADD CONSTRAINT unsettled_payments_cancelled_by_check
  CHECK (cancelled_by IN ('person', 'leaving', 'undoing', 'payment'));
CREATE INDEX unsettled_payments_charged_with_id ON unsettled_payments (charged_with_id) WHERE charged_with_id IS NOT NULL;
