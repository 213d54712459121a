-- What was deleted and can no longer be brought back is forgotten: finds it among all that happened.
CREATE INDEX audit_events_snapshots ON audit_events (at) WHERE rows IS NOT NULL;
