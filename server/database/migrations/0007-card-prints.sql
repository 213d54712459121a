-- Cards on paper: what is printed together, and the letter of each.

CREATE SEQUENCE print_batch_number;
CREATE TABLE print_batches (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  batch_number integer NOT NULL DEFAULT nextval('print_batch_number') CONSTRAINT print_batches_batch_number_key UNIQUE,
  date date NOT NULL,
  card_set text NOT NULL DEFAULT 'por-imprimir',
  chosen jsonb,
  layout text NOT NULL DEFAULT 'a4-10',
  include_letters boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'queued',
  count integer NOT NULL DEFAULT 0,
  drawn integer NOT NULL DEFAULT 0,
  created_by_name text,
  finished_at timestamptz,
  file_hash text,
  file_bytes integer,
  problem text,
  -- The cards, settled when the batch was asked for; none is ever deleted.
  card_ids uuid[] NOT NULL DEFAULT '{}',
  -- The document, while it is kept.
  file_id uuid CONSTRAINT print_batches_file_id_fkey REFERENCES stored_files ON DELETE SET NULL
);
CREATE INDEX print_batches_created_at ON print_batches (created_at, id);
CREATE INDEX print_batches_file_id ON print_batches (file_id) WHERE file_id IS NOT NULL;
CREATE INDEX print_batches_under_way ON print_batches (id) WHERE state IN ('queued', 'running');

ALTER TABLE membership_cards
  ADD COLUMN search_text text NOT NULL DEFAULT '',
  ADD COLUMN print_batch_id uuid CONSTRAINT membership_cards_print_batch_id_fkey REFERENCES print_batches;
UPDATE membership_cards SET search_text = ' ' || card_number;
CREATE INDEX membership_cards_search ON membership_cards USING gin (search_text gin_trgm_ops);
CREATE INDEX membership_cards_print_batch_id ON membership_cards (print_batch_id);
CREATE INDEX membership_cards_status ON membership_cards (status, id);

-- What is kept with a card from its first moment: whether there is a photo, and by what it is found.
CREATE OR REPLACE FUNCTION see_card_photo() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  NEW.has_photo := EXISTS (SELECT FROM members m JOIN people p ON p.id = m.person_id WHERE m.id = NEW.member_id AND p.photo_id IS NOT NULL);
  NEW.search_text := ' ' || NEW.card_number;
  RETURN NEW;
END $$;

CREATE TABLE membership_card_letters (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  card_id uuid NOT NULL CONSTRAINT membership_card_letters_card_id_key UNIQUE
    CONSTRAINT membership_card_letters_card_id_fkey REFERENCES membership_cards,
  text text,
  sent_on date,
  channel text
);
CREATE INDEX membership_card_letters_created_at ON membership_card_letters (created_at, id);
