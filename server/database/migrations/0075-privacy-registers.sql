CREATE TABLE processing_activities (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  name text NOT NULL,
  bases text[] NOT NULL DEFAULT '{}',
  people text NOT NULL,
  data text NOT NULL,
  special_data text,
  recipients text,
  transfers text,
  retention text[] NOT NULL DEFAULT '{}',
  other_period text,
  notes text
);
CREATE INDEX processing_activities_created_at ON processing_activities (created_at, id);
CREATE INDEX processing_activities_sort_name ON processing_activities (name, id);
CREATE INDEX processing_activities_search ON processing_activities USING gin (search_text gin_trgm_ops);

CREATE TABLE processors (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  name text NOT NULL,
  status text NOT NULL,
  service text NOT NULL,
  data text,
  location text,
  contact_name text,
  email text,
  phone text,
  contract_on date,
  contract_place text,
  ended_on date,
  notes text
);
CREATE INDEX processors_created_at ON processors (created_at, id);
CREATE INDEX processors_sort_name ON processors (name, id);
CREATE INDEX processors_search ON processors USING gin (search_text gin_trgm_ops);

CREATE SEQUENCE data_breaches_number;

CREATE TABLE data_breaches (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  search_text text NOT NULL DEFAULT '',
  number integer NOT NULL DEFAULT nextval('data_breaches_number') CONSTRAINT data_breaches_number_key UNIQUE,
  summary text NOT NULL,
  known_at timestamptz NOT NULL,
  happened_on date,
  description text NOT NULL,
  people text NOT NULL,
  people_count integer,
  data text NOT NULL,
  effects text,
  measures text,
  risk text NOT NULL DEFAULT 'unknown',
  told_on date,
  told_how text,
  status text NOT NULL DEFAULT 'open',
  notify_by timestamptz NOT NULL,
  notified_at timestamptz,
  notification_ref text,
  delay_reason text,
  dismiss_reason text
);
CREATE INDEX data_breaches_created_at ON data_breaches (created_at, id);
CREATE INDEX data_breaches_sort_number ON data_breaches (number, id);
CREATE INDEX data_breaches_sort_known_at ON data_breaches (known_at, id);
CREATE INDEX data_breaches_sort_notify_by ON data_breaches (notify_by, id);
CREATE INDEX data_breaches_search ON data_breaches USING gin (search_text gin_trgm_ops);
