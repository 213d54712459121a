-- The charges of a year are beside each other in the index: a generation for all members finds and inserts them in one part of it,
-- instead of one page for each member.
DROP INDEX unsettled_payments_place;
CREATE UNIQUE INDEX unsettled_payments_place ON unsettled_payments (type, year, member_id, period) NULLS NOT DISTINCT
  WHERE status <> 'cancelled' AND type IN ('quota', 'joia');
