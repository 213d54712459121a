-- Secrets of programs that call the API. Their values are hashed; several are valid while one replaces another.
CREATE TABLE api_secrets (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL,
  scopes text,
  expires_on date,
  last_used_at timestamptz,
  last_used_address text,
  revoked_at timestamptz
);
CREATE INDEX api_secrets_created_at ON api_secrets (created_at, id);
CREATE INDEX api_secrets_name ON api_secrets (name, id);

CREATE TABLE api_secret_values (
  value_hash bytea PRIMARY KEY,
  secret_id uuid NOT NULL REFERENCES api_secrets ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null until another value replaces it.
  valid_until timestamptz
);
CREATE INDEX api_secret_values_secret ON api_secret_values (secret_id);

-- Calls of the current minute, for the limit.
CREATE TABLE api_secret_calls (
  secret_id uuid PRIMARY KEY REFERENCES api_secrets ON DELETE CASCADE,
  window_started_at timestamptz NOT NULL,
  calls integer NOT NULL
);

-- The last calls of each secret.
CREATE TABLE api_calls (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  api_secret_id uuid NOT NULL CONSTRAINT api_calls_api_secret_id_fkey REFERENCES api_secrets ON DELETE CASCADE,
  method text NOT NULL,
  path text NOT NULL,
  status integer NOT NULL,
  address text
);
CREATE INDEX api_calls_api_secret_id ON api_calls (api_secret_id, created_at, id);
CREATE INDEX api_calls_created_at ON api_calls (created_at, id);
