import { sql } from './database/sql.ts'

/** SQL: whether the person `p`, whose membership is in the state `s`, is deceased. False without a membership and a date. */
export const isDeceased = sql`(p.death_date IS NOT NULL OR coalesce(s.marks_death, false))`

/** SQL: whether the person `p` is deceased, judged by the death date and by all memberships. */
export const isPersonDeceased = sql`(p.death_date IS NOT NULL OR EXISTS (SELECT FROM members d
  JOIN member_state_names ds ON ds.id = d.current_state_id WHERE d.person_id = p.id AND ds.marks_death))`
