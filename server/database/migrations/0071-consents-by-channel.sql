-- The paper that proves a consent.
ALTER TABLE consents ADD COLUMN document_id uuid;
-- Who unsubscribes from news does so from all channels.
UPDATE consents SET channel = NULL WHERE method = 'link';
