-- The last notice goes by letter, unless the organisation has said otherwise.
UPDATE message_settings SET channel = 'letter' WHERE name = 'reminder3' AND channel = 'preferred' AND version = 1;
