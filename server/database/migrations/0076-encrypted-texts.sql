-- Locks a key that a transaction encrypts with, until its end. Raises a serialization failure when the key was replaced meanwhile, so that the
-- transaction is repeated with the new one.
CREATE FUNCTION hold_key(wanted text, number integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM secrets WHERE name = wanted AND version = number FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'key %/% was replaced', wanted, number USING ERRCODE = '40001';
  END IF;
END $$;

-- Encrypts values that are there already.
INSERT INTO jobs (queue, data) VALUES ('encryption', '{}');
