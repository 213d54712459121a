-- Membership cards: how they look, which there are, and how they come to be.

CREATE TABLE card_templates (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  name text COLLATE "pt-PT-x-icu" NOT NULL CONSTRAINT card_templates_name_key UNIQUE,
  "order" integer NOT NULL DEFAULT 100,
  active boolean NOT NULL DEFAULT true,
  orientation text NOT NULL DEFAULT 'landscape',
  category_ids text[] NOT NULL DEFAULT '{}',
  safe_tenths integer NOT NULL DEFAULT 30,
  front jsonb NOT NULL,
  back jsonb NOT NULL
);
CREATE INDEX card_templates_order ON card_templates ("order", id);
CREATE INDEX card_templates_created_at ON card_templates (created_at, id);

CREATE TABLE card_runs (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  kind text NOT NULL DEFAULT 'missing',
  audience jsonb,
  needs_photo text NOT NULL DEFAULT 'no',
  type text NOT NULL DEFAULT 'plastic',
  template_id uuid CONSTRAINT card_runs_template_id_fkey REFERENCES card_templates,
  valid_until date,
  state text NOT NULL DEFAULT 'queued',
  count integer NOT NULL DEFAULT 0,
  left_out jsonb,
  created_by_name text
);
CREATE INDEX card_runs_template_id ON card_runs (template_id);
CREATE INDEX card_runs_created_at ON card_runs (created_at, id);

-- Twelve letters of Crockford's base 32, five random bits each. Two bytes of a random UUID are not all chance: they are left out.
CREATE FUNCTION new_card_code() RETURNS text
LANGUAGE sql VOLATILE PARALLEL SAFE
AS $$
  SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(x.bytes, i) & 31), 1), '')
  FROM (SELECT uuid_send(gen_random_uuid()) AS bytes) x, unnest(ARRAY[0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14]) AS i
$$;

CREATE SEQUENCE card_number;
CREATE TABLE membership_cards (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  member_id uuid NOT NULL CONSTRAINT membership_cards_member_id_fkey REFERENCES members,
  card_number integer NOT NULL DEFAULT nextval('card_number') CONSTRAINT membership_cards_card_number_key UNIQUE,
  issue integer NOT NULL DEFAULT 1,
  code text NOT NULL DEFAULT new_card_code(),
  -- What is looked up: how long that takes says nothing of the code.
  code_hash bytea NOT NULL GENERATED ALWAYS AS (sha256(code::bytea)) STORED,
  type text NOT NULL DEFAULT 'plastic',
  template_id uuid CONSTRAINT membership_cards_template_id_fkey REFERENCES card_templates,
  status text NOT NULL DEFAULT 'toPrint',
  valid_from date NOT NULL,
  valid_until date,
  has_photo boolean NOT NULL DEFAULT false,
  issued_at date NOT NULL,
  printed_at timestamptz,
  delivered_at date,
  delivery_method text,
  replaced_by_id uuid CONSTRAINT membership_cards_replaced_by_id_fkey REFERENCES membership_cards,
  revoked_at timestamptz,
  revoke_reason text,
  fee_charge_id uuid CONSTRAINT membership_cards_fee_charge_id_fkey REFERENCES unsettled_payments,
  card_run_id uuid CONSTRAINT membership_cards_card_run_id_fkey REFERENCES card_runs,
  last_verified_at timestamptz,
  verify_count integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX membership_cards_code ON membership_cards (code_hash);
CREATE UNIQUE INDEX membership_cards_issue ON membership_cards (member_id, issue);
CREATE INDEX membership_cards_to_print ON membership_cards (card_number) WHERE status = 'toPrint';
CREATE INDEX membership_cards_valid_until ON membership_cards (valid_until, id);
CREATE INDEX membership_cards_valid_until_down ON membership_cards (valid_until DESC NULLS LAST, id DESC);
CREATE INDEX membership_cards_issued_at ON membership_cards (issued_at, id);
CREATE INDEX membership_cards_replaced_by_id ON membership_cards (replaced_by_id) WHERE replaced_by_id IS NOT NULL;
CREATE INDEX membership_cards_fee_charge_id ON membership_cards (fee_charge_id) WHERE fee_charge_id IS NOT NULL;
CREATE INDEX membership_cards_template_id ON membership_cards (template_id);
CREATE INDEX membership_cards_card_run_id ON membership_cards (card_run_id);
CREATE INDEX membership_cards_created_at ON membership_cards (created_at, id);

-- Whether there is a photo to print, kept with the card so that lists ask nobody.
CREATE FUNCTION see_card_photo() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  NEW.has_photo := EXISTS (SELECT FROM members m JOIN people p ON p.id = m.person_id WHERE m.id = NEW.member_id AND p.photo_id IS NOT NULL);
  RETURN NEW;
END $$;
CREATE TRIGGER see_card_photo BEFORE INSERT ON membership_cards FOR EACH ROW EXECUTE FUNCTION see_card_photo();

CREATE FUNCTION keep_card_photos() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE membership_cards c SET has_photo = NEW.photo_id IS NOT NULL FROM members m
  WHERE m.person_id = NEW.id AND c.member_id = m.id AND c.has_photo <> (NEW.photo_id IS NOT NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER keep_card_photos AFTER UPDATE OF photo_id ON people FOR EACH ROW
  WHEN (NEW.photo_id IS DISTINCT FROM OLD.photo_id) EXECUTE FUNCTION keep_card_photos();
