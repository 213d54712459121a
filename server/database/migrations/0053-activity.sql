-- The activity log is read by time, and filtered by user or resource.
DROP INDEX audit_events_at;
CREATE INDEX audit_events_at ON audit_events (at DESC, id DESC);
CREATE INDEX audit_events_user ON audit_events (user_id, at DESC, id DESC);
CREATE INDEX audit_events_resource ON audit_events (resource, at DESC, id DESC);
