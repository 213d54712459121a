-- What an advice asks for in place of the charges of an agreement: the next instalment has a reference of its own, also when it is as much.
ALTER TABLE payment_advices ADD COLUMN instalment_ids uuid[] NOT NULL DEFAULT '{}';
