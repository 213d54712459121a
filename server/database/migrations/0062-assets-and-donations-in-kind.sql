-- What the organisation owns and uses for years.
CREATE TABLE fixed_assets (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  description text COLLATE "pt-PT-x-icu" NOT NULL,
  kind text NOT NULL,
  condition text NOT NULL,
  location text,
  serial_number text,
  acquired_on date NOT NULL,
  cost bigint NOT NULL,
  transaction_id uuid CONSTRAINT fixed_assets_transaction_id_fkey REFERENCES transactions,
  disposed_on date,
  disposal text,
  notes text
);
CREATE INDEX fixed_assets_created_at ON fixed_assets (created_at, id);
CREATE INDEX fixed_assets_description ON fixed_assets (description, id);
CREATE INDEX fixed_assets_acquired_on ON fixed_assets (acquired_on, id);
CREATE INDEX fixed_assets_transaction_id ON fixed_assets (transaction_id);
CREATE INDEX fixed_assets_search ON fixed_assets USING gin (search_text gin_trgm_ops);

-- Goods that were given. The number is of `treasury_counters`.
CREATE TABLE donations_in_kind (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  number text NOT NULL,
  date date NOT NULL,
  year integer NOT NULL GENERATED ALWAYS AS (extract(year FROM date)::integer) STORED,
  member_id uuid CONSTRAINT donations_in_kind_member_id_fkey REFERENCES members,
  external_entity_id uuid CONSTRAINT donations_in_kind_external_entity_id_fkey REFERENCES external_entities,
  description text NOT NULL,
  value bigint NOT NULL,
  valuation text,
  status text NOT NULL DEFAULT 'registered',
  cancel_reason text,
  notes text
);
CREATE INDEX donations_in_kind_created_at ON donations_in_kind (created_at, id);
CREATE INDEX donations_in_kind_date ON donations_in_kind (date, id);
CREATE UNIQUE INDEX donations_in_kind_one_a_number ON donations_in_kind (number, id);
CREATE INDEX donations_in_kind_member_id ON donations_in_kind (member_id);
CREATE INDEX donations_in_kind_external_entity_id ON donations_in_kind (external_entity_id);
CREATE INDEX donations_in_kind_search ON donations_in_kind USING gin (search_text gin_trgm_ops);
