-- A key can be replaced: signatures name no version, encrypted values begin with the version of their key.
ALTER TABLE secrets
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  -- Whether the value is encrypted with a key of the environment.
  ADD COLUMN wrapped boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT secrets_pkey,
  ADD PRIMARY KEY (name, version);
ALTER TABLE secrets ALTER COLUMN version DROP DEFAULT;
-- The set-up code, which follows from a key now.
DELETE FROM secrets WHERE name = 'setup';

UPDATE authenticator_apps SET secret = int4send(1) || secret;
UPDATE webhook_secrets SET sealed = int4send(1) || sealed;
UPDATE messages SET sealed = int4send(1) || sealed WHERE sealed IS NOT NULL;
UPDATE settings SET value = replace(encode(int4send(1) || decode(value, 'base64'), 'base64'), E'\n', '')
WHERE name IN ('mailPassword', 'smsToken') AND value <> '';
