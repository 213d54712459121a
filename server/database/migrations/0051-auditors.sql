-- The role of the conselho fiscal.
ALTER TABLE users DROP CONSTRAINT users_role_check,
  ADD CONSTRAINT users_role_check CHECK (role IN ('admin', 'editor', 'auditor', 'member'));
