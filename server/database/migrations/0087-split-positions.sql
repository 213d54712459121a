-- The parts of a transaction keep the order in which they were entered: ids of one statement have none.
ALTER TABLE transaction_splits ADD COLUMN position smallint NOT NULL DEFAULT 0;
