-- The text that a message about debts began with is known by its name, like the texts of events everywhere.
ALTER TABLE payment_message DROP COLUMN template_id, ADD COLUMN template_id text;
