-- A PDF or photograph that every email of the batch brings.
ALTER TABLE message_batches ADD COLUMN attachment_id uuid;
CREATE INDEX message_batches_attachment ON message_batches (attachment_id) WHERE attachment_id IS NOT NULL;
