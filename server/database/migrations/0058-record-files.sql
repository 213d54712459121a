-- PDFs and photographs of paper: of a member, of a document of the treasury, or of the organisation. The id is also that of the content.
CREATE TABLE record_files (
  -- Checked at the commit: a deleted file is restored before its content has a row again.
  id uuid PRIMARY KEY CONSTRAINT record_files_id_fkey REFERENCES stored_files DEFERRABLE INITIALLY DEFERRED,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  member_id uuid CONSTRAINT record_files_member_id_fkey REFERENCES members,
  treasury_doc_id uuid CONSTRAINT record_files_treasury_doc_id_fkey REFERENCES treasury_docs,
  name text COLLATE "pt-PT-x-icu" NOT NULL,
  kind text NOT NULL DEFAULT 'other',
  notes text,
  page_count integer,
  bytes integer NOT NULL,
  media_type text NOT NULL,
  -- Of what was sent, in hexadecimal.
  sha256 text,
  -- The text of the tax QR code.
  tax_code text,
  created_by_name text,
  -- Uploaded for a form that has not been saved, or not used any more; deleted after a time.
  unused_since date
);
CREATE INDEX record_files_created_at ON record_files (created_at, id);
CREATE INDEX record_files_name ON record_files (name, id);
CREATE INDEX record_files_member_id ON record_files (member_id);
CREATE INDEX record_files_treasury_doc_id ON record_files (treasury_doc_id);
CREATE INDEX record_files_sha256 ON record_files (sha256) WHERE treasury_doc_id IS NOT NULL;
CREATE INDEX record_files_search ON record_files USING gin (search_text gin_trgm_ops);
CREATE INDEX record_files_unused ON record_files (unused_since) WHERE unused_since IS NOT NULL;

-- Documents of changes of state become files of their member.
INSERT INTO record_files (id, member_id, name, kind, bytes, media_type, search_text, unused_since)
SELECT d.id, s.member_id, 'Documento da mudança de estado', 'stateChange', f.bytes, f.media_type, ' documento da mudanca de estado',
  d.unused_since
FROM state_documents d
JOIN stored_files f ON f.id = d.id
LEFT JOIN LATERAL (SELECT member_id FROM member_states WHERE document_id = d.id LIMIT 1) s ON true;
DROP TABLE state_documents;
DROP TABLE treasury_doc_files;

-- Files that somebody asked for as archives: settled when asked for, kept for a day.
CREATE TABLE document_downloads (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  format text NOT NULL,
  blocks jsonb NOT NULL
);
CREATE INDEX document_downloads_created_at ON document_downloads (created_at);

-- What a browser calls the file when it saves it.
ALTER TABLE stored_files ADD COLUMN name text;
