-- Imported files of banks.
CREATE TABLE bank_statements (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  file_name text NOT NULL,
  account_id uuid NOT NULL CONSTRAINT bank_statements_account_id_fkey REFERENCES treasury_accounts,
  format text NOT NULL,
  from_date date,
  to_date date,
  line_count integer NOT NULL,
  new_lines integer NOT NULL,
  closing_date date,
  closing_balance bigint,
  created_by_name text
);
CREATE INDEX bank_statements_created_at ON bank_statements (created_at, id);
CREATE INDEX bank_statements_to_date ON bank_statements (to_date NULLS LAST, id);
CREATE INDEX bank_statements_to_date_desc ON bank_statements (to_date DESC NULLS LAST, id DESC);
CREATE INDEX bank_statements_account_id ON bank_statements (account_id);
CREATE INDEX bank_statements_search ON bank_statements USING gin (search_text gin_trgm_ops);

-- Lines of the statements. Equal amounts of a day are counted from 1, so that files that overlap have each line once.
CREATE TABLE bank_lines (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  statement_id uuid NOT NULL CONSTRAINT bank_lines_statement_id_fkey REFERENCES bank_statements,
  account_id uuid NOT NULL CONSTRAINT bank_lines_account_id_fkey REFERENCES treasury_accounts,
  place integer NOT NULL,
  date date NOT NULL,
  value_date date,
  description text NOT NULL,
  amount bigint NOT NULL,
  ordinal integer NOT NULL,
  counterpart_name text,
  counterpart_iban text,
  reference text,
  balance bigint,
  -- The folded description without figures: lines with the same one are alike.
  pattern text NOT NULL,
  status text NOT NULL DEFAULT 'open',
  suggestions jsonb,
  is_sure boolean NOT NULL DEFAULT false,
  kind text,
  payment_id uuid CONSTRAINT bank_lines_payment_id_fkey REFERENCES payments,
  -- Whether its payment or transactions were created with it, so that undoing cancels them.
  has_created boolean NOT NULL DEFAULT false,
  -- What it was booked as, for the next lines that are alike.
  member_id uuid CONSTRAINT bank_lines_member_id_fkey REFERENCES members,
  external_entity_id uuid CONSTRAINT bank_lines_external_entity_id_fkey REFERENCES external_entities,
  category_id uuid CONSTRAINT bank_lines_category_id_fkey REFERENCES transaction_categories,
  ignore_reason text,
  booked_by_name text,
  CONSTRAINT bank_lines_once UNIQUE (account_id, date, amount, ordinal)
);
CREATE INDEX bank_lines_created_at ON bank_lines (created_at, id);
CREATE INDEX bank_lines_date ON bank_lines (date, id);
CREATE INDEX bank_lines_statement_id ON bank_lines (statement_id, place);
CREATE INDEX bank_lines_open ON bank_lines (account_id, date, id) WHERE status = 'open';
CREATE INDEX bank_lines_counterpart_iban ON bank_lines (counterpart_iban) WHERE status = 'booked';
CREATE INDEX bank_lines_pattern ON bank_lines (pattern) WHERE status = 'booked';
CREATE INDEX bank_lines_payment_id ON bank_lines (payment_id);
CREATE INDEX bank_lines_member_id ON bank_lines (member_id);
CREATE INDEX bank_lines_external_entity_id ON bank_lines (external_entity_id);
CREATE INDEX bank_lines_category_id ON bank_lines (category_id);
CREATE INDEX bank_lines_search ON bank_lines USING gin (search_text gin_trgm_ops);

-- The columns of the files of each bank, by a hash of their heading.
CREATE TABLE bank_formats (
  signature text PRIMARY KEY,
  mapping jsonb NOT NULL,
  used_at timestamptz NOT NULL
);

ALTER TABLE transactions ADD COLUMN bank_line_id uuid CONSTRAINT transactions_bank_line_id_fkey REFERENCES bank_lines;
CREATE INDEX transactions_bank_line_id ON transactions (bank_line_id) WHERE bank_line_id IS NOT NULL;
CREATE INDEX transactions_unreconciled ON transactions (account_id, date, id) WHERE reconciled_on IS NULL AND status = 'registered';

-- First and last word of a name, folded: how banks shorten names.
CREATE FUNCTION name_ends(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT split_part(public.fold_text(name), ' ', 1) || ' ' || substring(public.fold_text(name) FROM '[^ ]+$')
$$;
CREATE INDEX people_name_ends ON people (name_ends(name));
CREATE INDEX members_iban ON members (iban) WHERE iban IS NOT NULL;
