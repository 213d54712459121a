-- What categories, plans and states said of quotas in earlier times: `rules` was in force until the day before `until_day`. What is in
-- force since then is in the record itself.
CREATE TABLE former_rules (
  record_id uuid NOT NULL,
  until_day date NOT NULL,
  resource text NOT NULL,
  rules jsonb NOT NULL,
  PRIMARY KEY (record_id, until_day)
);

CREATE VIEW former_spans AS
  SELECT resource, record_id, rules, coalesce(lag(until_day) OVER (PARTITION BY record_id ORDER BY until_day), '-infinity') AS from_day,
    until_day AS to_day
  FROM former_rules;

-- Categories, plans and states with the days on which their rules are in force: from `from_day` to the day before `to_day`.
CREATE VIEW category_spans AS
  SELECT id AS category_id, pays_quota, quota_plan_id,
    coalesce((SELECT max(f.until_day) FROM former_rules f WHERE f.record_id = r.id), '-infinity') AS from_day, 'infinity'::date AS to_day FROM member_categories r
  UNION ALL SELECT record_id, (rules ->> 'paysQuota')::boolean, (rules ->> 'quotaPlanId')::uuid, from_day, to_day
  FROM former_spans WHERE resource = 'memberCategories';
CREATE VIEW plan_spans AS
  SELECT id AS plan_id, periodicity, active,
    coalesce((SELECT max(f.until_day) FROM former_rules f WHERE f.record_id = r.id), '-infinity') AS from_day, 'infinity'::date AS to_day FROM quota_plans r
  UNION ALL SELECT record_id, rules ->> 'periodicity', (rules ->> 'active')::boolean, from_day, to_day
  FROM former_spans WHERE resource = 'quotaPlans';
CREATE VIEW state_spans AS
  SELECT id AS state_name_id, charges_quota,
    coalesce((SELECT max(f.until_day) FROM former_rules f WHERE f.record_id = r.id), '-infinity') AS from_day, 'infinity'::date AS to_day FROM member_state_names r
  UNION ALL SELECT record_id, (rules ->> 'chargesQuota')::boolean, from_day, to_day
  FROM former_spans WHERE resource = 'memberStateNames';

CREATE OR REPLACE VIEW membership_spans AS
  SELECT s.*, max(from_day) FILTER (WHERE previous_to < from_day) OVER (PARTITION BY member_id ORDER BY from_day) AS since,
    max(from_day) OVER (PARTITION BY member_id) AS last_back, max(to_day) OVER (PARTITION BY member_id) AS last_day
  FROM (
    SELECT h.member_id, greatest(h.start_date, r.from_day) AS from_day, least(coalesce(h.end_date, 'infinity'), r.to_day) AS to_day, r.charges_quota,
      lag(least(coalesce(h.end_date, 'infinity'), r.to_day), 1, '-infinity')
        OVER (PARTITION BY h.member_id ORDER BY h.start_date, r.from_day) AS previous_to
    FROM member_states h JOIN member_state_names n ON n.id = h.state_name_id
      JOIN state_spans r ON r.state_name_id = n.id AND r.from_day < coalesce(h.end_date, 'infinity') AND r.to_day > h.start_date
    WHERE NOT n.marks_end AND (h.end_date IS NULL OR h.end_date > h.start_date)) s;
