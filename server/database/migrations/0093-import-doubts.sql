-- Rows of imports that may be wrong, and what people decide of them. `replacements` are texts of cells that are read as others.
ALTER TABLE imports
  ADD COLUMN decisions jsonb,
  ADD COLUMN replacements jsonb,
  ADD COLUMN doubtful integer NOT NULL DEFAULT 0;
ALTER TABLE import_rows
  ADD COLUMN decisions jsonb,
  ADD COLUMN doubts jsonb;
ALTER TABLE import_mappings ADD COLUMN replacements jsonb;
