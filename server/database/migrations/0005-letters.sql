-- An advice may be of certain charges, whatever their types.
ALTER TABLE payment_advices ALTER COLUMN type DROP NOT NULL;

-- What stands framed below the text of a letter: `[{"title", "facts": [[label, value]]}]`.
ALTER TABLE messages ADD COLUMN frames jsonb;
CREATE INDEX messages_letters ON messages (created_at, id) WHERE channel = 'letter' AND state = 'held';

-- Letters that were printed together, and when somebody said that they came out well.
CREATE TABLE letter_runs (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  message_ids uuid[] NOT NULL,
  printed_at timestamptz
);
