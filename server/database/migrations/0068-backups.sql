-- Backups and complete exports. The files are in a folder or a bucket, by name.
CREATE TABLE backups (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  date timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL,
  file_name text NOT NULL CONSTRAINT backups_file_name_key UNIQUE,
  state text NOT NULL DEFAULT 'queued',
  created_by_name text,
  problem text,
  with_files boolean NOT NULL DEFAULT true,
  is_encrypted boolean NOT NULL,
  row_count integer,
  file_count integer,
  kilobytes integer,
  finished_at timestamptz,
  check_state text NOT NULL DEFAULT 'none',
  checked_at timestamptz,
  check_result text
);
CREATE INDEX backups_created_at ON backups (created_at, id);
CREATE INDEX backups_date ON backups (date, id);
