-- The document that a change of state rests on: a PDF, or a photograph of paper.
ALTER TABLE member_states ADD COLUMN document_id uuid;
CREATE INDEX member_states_document ON member_states (document_id) WHERE document_id IS NOT NULL;
-- What was uploaded; unused until a change of state names it, and again when none does any more.
CREATE TABLE state_documents (
  id uuid PRIMARY KEY REFERENCES stored_files,
  unused_since date
);
