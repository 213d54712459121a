-- Who issued a value of the secret last: their secrets may end with their access.
ALTER TABLE api_secrets ADD COLUMN issued_by_id uuid CONSTRAINT api_secrets_issued_by_id_fkey REFERENCES users ON DELETE SET NULL;
CREATE INDEX api_secrets_issued_by_id ON api_secrets (issued_by_id);
UPDATE api_secrets s SET issued_by_id = e.user_id
FROM (SELECT DISTINCT ON (record_id) record_id, user_id FROM audit_events
  WHERE resource = 'apiSecrets' AND action IN ('create', 'issue') ORDER BY record_id, at DESC) e
JOIN users u ON u.id = e.user_id WHERE e.record_id = s.id;
-- Whether the accounts of the person are blocked, and the secrets that they issued revoked, once the state begins.
ALTER TABLE member_states ADD COLUMN ends_access boolean NOT NULL DEFAULT false;
CREATE INDEX member_states_ends_access ON member_states (member_id) WHERE ends_access;
