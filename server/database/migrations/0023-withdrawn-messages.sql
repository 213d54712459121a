-- Withdrawn messages tell of something that no longer holds, such as a payment that was cancelled: they are never sent again.
ALTER TABLE messages ADD COLUMN withdrawn boolean NOT NULL DEFAULT false;
