-- Whether people who share an address get one message together.
ALTER TABLE message_batches ADD COLUMN once_per text NOT NULL DEFAULT 'person';
-- The other people whom a message names and who get none of their own.
ALTER TABLE messages ADD COLUMN shared_with uuid[];
CREATE INDEX people_street ON people (lower(address));
