-- What decides the quotas of a member from a day on: each row is complete, and in force until the next one begins. The row without a
-- day begins with the admission, whatever day that is. `members` has the values of today.
CREATE TABLE member_quota_terms (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  member_id uuid NOT NULL CONSTRAINT member_quota_terms_member_id_fkey REFERENCES members,
  person_id uuid NOT NULL CONSTRAINT member_quota_terms_person_id_fkey REFERENCES people,
  start_date date,
  category_id uuid NOT NULL CONSTRAINT member_quota_terms_category_id_fkey REFERENCES member_categories,
  quota_plan_id uuid CONSTRAINT member_quota_terms_quota_plan_id_fkey REFERENCES quota_plans,
  custom_quota bigint CHECK (custom_quota >= 0),
  reason text,
  created_by_name text
);
CREATE UNIQUE INDEX member_quota_terms_place ON member_quota_terms (member_id, start_date NULLS FIRST) NULLS NOT DISTINCT;
CREATE INDEX member_quota_terms_person_id ON member_quota_terms (person_id);
CREATE INDEX member_quota_terms_category_id ON member_quota_terms (category_id, id);
CREATE INDEX member_quota_terms_quota_plan_id ON member_quota_terms (quota_plan_id) WHERE quota_plan_id IS NOT NULL;
CREATE INDEX member_quota_terms_start_date ON member_quota_terms (start_date, id);
CREATE INDEX member_quota_terms_start_date_down ON member_quota_terms (start_date DESC NULLS LAST, id DESC);
CREATE INDEX member_quota_terms_created_at ON member_quota_terms (created_at, id);

-- Exemptions begin too; without a beginning, with the admission.
ALTER TABLE members ADD COLUMN exempt_from date,
  ADD CONSTRAINT members_exemption CHECK (exempt_from <= exempt_until);

-- What the audit trail tells: the value before each change of a field, by its id or, in older entries, by its name.
CREATE TEMPORARY TABLE changed_terms ON COMMIT DROP AS
  SELECT DISTINCT ON (m.id, c ->> 'field', day) m.id AS member_id, c ->> 'field' AS field, (e.at AT TIME ZONE 'Europe/Lisbon')::date AS day,
    coalesce(c ->> 'fromId', c ->> 'from') AS value
  FROM audit_events e JOIN members m ON m.id = e.record_id CROSS JOIN LATERAL jsonb_array_elements(e.changes) AS c
  CROSS JOIN LATERAL (SELECT (e.at AT TIME ZONE 'Europe/Lisbon')::date AS day) d
  WHERE e.resource = 'members' AND e.action = 'updated' AND d.day > m.admission_date
    AND c ->> 'field' IN ('categoryId', 'quotaPlanId', 'customQuota')
  ORDER BY m.id, c ->> 'field', day, e.at, e.id;
CREATE INDEX ON changed_terms (member_id, field, day);

INSERT INTO member_quota_terms (id, member_id, person_id, start_date, category_id, quota_plan_id, custom_quota)
SELECT new_id(), m.id, m.person_id, b.day,
  CASE WHEN category.value IS NULL THEN m.category_id
    ELSE coalesce((SELECT k.id FROM member_categories k WHERE category.value IN (k.id::text, k.name) LIMIT 1), m.category_id) END,
  CASE WHEN plan.day IS NULL THEN m.quota_plan_id ELSE (SELECT p.id FROM quota_plans p WHERE plan.value IN (p.id::text, p.name) LIMIT 1) END,
  CASE WHEN custom.day IS NULL THEN m.custom_quota ELSE round(custom.value::numeric * 100)::bigint END
FROM members m
CROSS JOIN LATERAL (SELECT NULL::date AS day UNION SELECT c.day FROM changed_terms c WHERE c.member_id = m.id) b
LEFT JOIN LATERAL (SELECT c.day, c.value FROM changed_terms c WHERE c.member_id = m.id AND c.field = 'categoryId'
  AND (b.day IS NULL OR c.day > b.day) ORDER BY c.day LIMIT 1) category ON true
LEFT JOIN LATERAL (SELECT c.day, c.value FROM changed_terms c WHERE c.member_id = m.id AND c.field = 'quotaPlanId'
  AND (b.day IS NULL OR c.day > b.day) ORDER BY c.day LIMIT 1) plan ON true
LEFT JOIN LATERAL (SELECT c.day, c.value FROM changed_terms c WHERE c.member_id = m.id AND c.field = 'customQuota'
  AND (b.day IS NULL OR c.day > b.day) ORDER BY c.day LIMIT 1) custom ON true;

-- The terms with the days on which they are in force: from `from_day` to the day before `to_day`.
CREATE VIEW quota_terms AS
  SELECT id, member_id, category_id, quota_plan_id, custom_quota, coalesce(start_date, '-infinity') AS from_day,
    coalesce(lead(start_date) OVER (PARTITION BY member_id ORDER BY start_date NULLS FIRST), 'infinity') AS to_day
  FROM member_quota_terms;

-- The states in which a member belonged, with the days on which they are in force, without those that were corrected on their own day.
-- previous_to is the day on which the one before ended, since that of the admission or the return; last_back and last_day are the
-- beginning and the end of the last one.
CREATE VIEW membership_spans AS
  SELECT s.*, max(from_day) FILTER (WHERE previous_to < from_day) OVER (PARTITION BY member_id ORDER BY from_day) AS since,
    max(from_day) OVER (PARTITION BY member_id) AS last_back, max(to_day) OVER (PARTITION BY member_id) AS last_day
  FROM (
    SELECT h.member_id, h.start_date AS from_day, coalesce(h.end_date, 'infinity') AS to_day, n.charges_quota,
      lag(coalesce(h.end_date, 'infinity'), 1, '-infinity') OVER (PARTITION BY h.member_id ORDER BY h.start_date) AS previous_to
    FROM member_states h JOIN member_state_names n ON n.id = h.state_name_id
    WHERE NOT n.marks_end AND (h.end_date IS NULL OR h.end_date > h.start_date)) s;
