-- These fields are now shown unless the settings hide them: organisations that exist keep them hidden, as they were.
UPDATE settings SET value = concat_ws(',', 'niss,idDocumentType,idDocumentNumber,idDocumentExpiry', nullif(value, '')), version = version + 1, updated_at = now()
WHERE name = 'membersHiddenFields';
