-- The exemptions of a member, each with its days; one without a first day begins with the admission. `members` has the one of today, or
-- the next one.
CREATE TABLE member_exemptions (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  member_id uuid NOT NULL CONSTRAINT member_exemptions_member_id_fkey REFERENCES members,
  person_id uuid NOT NULL CONSTRAINT member_exemptions_person_id_fkey REFERENCES people,
  start_date date,
  end_date date NOT NULL,
  reason text,
  created_by_name text,
  CONSTRAINT member_exemptions_days CHECK (start_date <= end_date)
);
CREATE INDEX member_exemptions_member_id ON member_exemptions (member_id, end_date, id);
CREATE INDEX member_exemptions_person_id ON member_exemptions (person_id);
CREATE INDEX member_exemptions_end_date ON member_exemptions (end_date, id);
CREATE INDEX member_exemptions_created_at ON member_exemptions (created_at, id);

INSERT INTO member_exemptions (id, member_id, person_id, start_date, end_date, reason)
SELECT new_id(), id, person_id, exempt_from, exempt_until, exempt_reason FROM members WHERE exempt_until IS NOT NULL;

-- Earlier ones, which later ones replaced when they were over, as far as the audit trail tells both of their days.
INSERT INTO member_exemptions (id, member_id, person_id, start_date, end_date)
SELECT DISTINCT ON (m.id, former.start_date) new_id(), m.id, m.person_id, former.start_date, former.end_date
FROM audit_events e JOIN members m ON m.id = e.record_id
CROSS JOIN LATERAL (SELECT max(c ->> 'from') FILTER (WHERE c ->> 'field' = 'exemptFrom')::date AS start_date,
  max(c ->> 'from') FILTER (WHERE c ->> 'field' = 'exemptUntil')::date AS end_date FROM jsonb_array_elements(e.changes) AS c) former
WHERE e.resource = 'members' AND e.action = 'updated' AND former.start_date <= former.end_date
  AND former.end_date < (e.at AT TIME ZONE 'Europe/Lisbon')::date
  AND NOT EXISTS (SELECT FROM member_exemptions x WHERE x.member_id = m.id
    AND coalesce(x.start_date, '-infinity') <= former.end_date AND x.end_date >= former.start_date)
ORDER BY m.id, former.start_date, e.at DESC;
