-- The email that an account asked for, until the link sent to it is used. A newer request replaces the one before.
CREATE TABLE email_changes (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  code_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL
);
