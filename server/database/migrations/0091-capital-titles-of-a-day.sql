-- The history of what is in force has the capital titles of a member of a cooperative too.
ALTER TABLE member_quota_terms ADD COLUMN capital_titles integer;

-- What the audit trail tells: the number before each change.
CREATE TEMPORARY TABLE changed_titles ON COMMIT DROP AS
  SELECT DISTINCT ON (m.id, day) m.id AS member_id, day, (c ->> 'from')::integer AS value
  FROM audit_events e JOIN members m ON m.id = e.record_id CROSS JOIN LATERAL jsonb_array_elements(e.changes) AS c
  CROSS JOIN LATERAL (SELECT (e.at AT TIME ZONE 'Europe/Lisbon')::date AS day) d
  WHERE e.resource = 'members' AND e.action = 'updated' AND d.day > m.admission_date AND c ->> 'field' = 'capitalTitles'
  ORDER BY m.id, day, e.at, e.id;

INSERT INTO member_quota_terms (id, member_id, person_id, start_date, category_id, quota_plan_id, custom_quota)
SELECT new_id(), m.id, m.person_id, c.day, t.category_id, t.quota_plan_id, t.custom_quota
FROM changed_titles c JOIN members m ON m.id = c.member_id JOIN quota_terms t ON t.member_id = m.id AND t.from_day < c.day AND t.to_day > c.day;

UPDATE member_quota_terms t SET capital_titles = CASE
  WHEN EXISTS (SELECT FROM changed_titles c WHERE c.member_id = t.member_id AND (t.start_date IS NULL OR c.day > t.start_date))
    THEN (SELECT c.value FROM changed_titles c WHERE c.member_id = t.member_id AND (t.start_date IS NULL OR c.day > t.start_date) ORDER BY c.day LIMIT 1)
  ELSE (SELECT m.capital_titles FROM members m WHERE m.id = t.member_id) END
WHERE t.member_id IN (SELECT id FROM members WHERE capital_titles IS NOT NULL UNION SELECT member_id FROM changed_titles);

CREATE OR REPLACE VIEW quota_terms AS
  SELECT id, member_id, category_id, quota_plan_id, custom_quota, coalesce(start_date, '-infinity') AS from_day,
    coalesce(lead(start_date) OVER (PARTITION BY member_id ORDER BY start_date NULLS FIRST), 'infinity') AS to_day, capital_titles
  FROM member_quota_terms;
