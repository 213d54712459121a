-- A session begins with a sign-in, and lasts while its refresh tokens are exchanged. A change of role ends it.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  user_id uuid NOT NULL CONSTRAINT sessions_user_id_fkey REFERENCES users ON DELETE CASCADE,
  role text NOT NULL,
  method text,
  device text,
  address text,
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX sessions_user_id ON sessions (user_id, last_seen_at, id);
CREATE INDEX sessions_created_at ON sessions (created_at, id);
CREATE INDEX sessions_last_seen_at ON sessions (last_seen_at, id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

INSERT INTO sessions (id, created_at, user_id, role, last_seen_at, expires_at)
SELECT t.family_id, min(t.created_at), u.id, u.role, max(t.created_at), max(t.expires_at)
FROM refresh_tokens t JOIN users u ON u.id = t.user_id
GROUP BY t.family_id, u.id, u.role
HAVING bool_and(t.revoked_at IS NULL);

DELETE FROM refresh_tokens WHERE NOT EXISTS (SELECT FROM sessions s WHERE s.id = family_id);
DROP INDEX refresh_tokens_family, refresh_tokens_user;
ALTER TABLE refresh_tokens RENAME COLUMN family_id TO session_id;
ALTER TABLE refresh_tokens
  DROP COLUMN user_id,
  DROP COLUMN revoked_at,
  ADD CONSTRAINT refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions ON DELETE CASCADE;
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);
