-- Imports of tables, and their rows. `asked_by` is the account in whose name they are done, `address` the one that the audit trail names.
CREATE TABLE imports (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  file_name text NOT NULL,
  kind text NOT NULL,
  format text,
  sheets text[] NOT NULL DEFAULT '{}',
  sheet integer DEFAULT 0,
  header_row integer,
  encoding text,
  separator text,
  columns jsonb,
  mapping jsonb,
  defaults jsonb,
  empty_clears boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'queued',
  step text NOT NULL DEFAULT 'read',
  total integer NOT NULL DEFAULT 0,
  created integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  excluded integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  kept integer NOT NULL DEFAULT 0,
  warning text,
  created_by_name text,
  finished_at timestamptz,
  problem text,
  -- Until the file is deleted.
  file_id uuid CONSTRAINT imports_file_id_fkey REFERENCES stored_files,
  starts_in_1904 boolean NOT NULL DEFAULT false,
  asked_by uuid,
  address text
);
CREATE INDEX imports_created_at ON imports (created_at, id);
CREATE INDEX imports_file_id ON imports (file_id) WHERE file_id IS NOT NULL;

-- `keys` are those by which two rows of a file are the same record. `written` has the records that an imported row wrote, and the former
-- values of those that it changed.
CREATE TABLE import_rows (
  id uuid PRIMARY KEY DEFAULT new_id(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  import_id uuid NOT NULL CONSTRAINT import_rows_import_id_fkey REFERENCES imports ON DELETE CASCADE,
  place integer NOT NULL,
  label text NOT NULL DEFAULT '—',
  verdict text NOT NULL DEFAULT 'pending',
  reason text,
  outcome text NOT NULL DEFAULT 'pending',
  cells text[] NOT NULL DEFAULT '{}',
  corrections jsonb,
  is_excluded boolean NOT NULL DEFAULT false,
  problems jsonb,
  notes jsonb,
  changes jsonb,
  record_id text,
  keys text[] NOT NULL DEFAULT '{}',
  -- What its cells say, for the write.
  input jsonb,
  written jsonb
);
CREATE UNIQUE INDEX import_rows_place_in_import ON import_rows (import_id, place);
CREATE INDEX import_rows_verdict ON import_rows (import_id, verdict, place);
CREATE INDEX import_rows_place ON import_rows (place, id);
CREATE INDEX import_rows_created_at ON import_rows (created_at, id);

-- What people chose for the columns of a file, by kind and columns: the next file with the same columns begins with it.
CREATE TABLE import_mappings (
  kind text NOT NULL,
  signature text NOT NULL,
  mapping jsonb NOT NULL,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (kind, signature)
);
