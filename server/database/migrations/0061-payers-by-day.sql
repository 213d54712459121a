-- Counts who paid in each year without reading the payments themselves.
CREATE INDEX payments_payers ON payments (date, member_id) WHERE status = 'registered';
