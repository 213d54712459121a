-- Texts of the yearly report: one for each report that is printed, and a general one, without report.
CREATE TABLE report_notes (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  year integer NOT NULL,
  report text,
  text text NOT NULL
);
CREATE INDEX report_notes_created_at ON report_notes (created_at, id);
CREATE INDEX report_notes_year ON report_notes (year, id);
CREATE UNIQUE INDEX report_notes_one_a_year ON report_notes (year, report) NULLS NOT DISTINCT;

-- Reports as they were on a day. `hash` is the SHA-256 of `content`, the JSON text of the table.
CREATE TABLE kept_reports (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  report text NOT NULL,
  parameters jsonb,
  purpose text,
  period text NOT NULL,
  kept_on date NOT NULL,
  hash text NOT NULL,
  content text NOT NULL,
  created_by_name text NOT NULL
);
CREATE INDEX kept_reports_created_at ON kept_reports (created_at, id);
CREATE INDEX kept_reports_kept_on ON kept_reports (kept_on, id);
