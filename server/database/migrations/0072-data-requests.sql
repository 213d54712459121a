CREATE SEQUENCE data_requests_number;

CREATE TABLE data_requests (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  number integer NOT NULL DEFAULT nextval('data_requests_number') CONSTRAINT data_requests_number_key UNIQUE,
  member_id uuid CONSTRAINT data_requests_member_id_fkey REFERENCES members,
  requester_name text NOT NULL,
  requester_contact text,
  "right" text NOT NULL,
  channel text NOT NULL DEFAULT 'email',
  received_on date NOT NULL,
  details text,
  status text NOT NULL DEFAULT 'open',
  due_on date NOT NULL,
  extended_on date,
  extension_reason text,
  extension_notice text,
  identity_check text,
  decision text,
  closed_on date,
  handler_name text,
  document_id uuid
);
CREATE INDEX data_requests_created_at ON data_requests (created_at, id);
CREATE INDEX data_requests_sort_number ON data_requests (number, id);
CREATE INDEX data_requests_sort_received_on ON data_requests (received_on, id);
CREATE INDEX data_requests_sort_due_on ON data_requests (due_on, id);
CREATE INDEX data_requests_member_id ON data_requests (member_id);
CREATE INDEX data_requests_search ON data_requests USING gin (search_text gin_trgm_ops);

CREATE TABLE data_packages (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  data_request_id uuid NOT NULL CONSTRAINT data_packages_data_request_id_fkey REFERENCES data_requests,
  state text NOT NULL DEFAULT 'queued',
  bytes integer,
  expires_at timestamptz,
  created_by_name text,
  problem text,
  file_id uuid CONSTRAINT data_packages_file_id_fkey REFERENCES stored_files ON DELETE SET NULL
);
CREATE INDEX data_packages_created_at ON data_packages (created_at, id);
CREATE INDEX data_packages_data_request_id ON data_packages (data_request_id);
