import { sql } from './database/sql.ts'

/** SQL: whether the person `p` is deceased, by the date of death or by the state of any membership. */
export const isDeceased = sql`(p.death_date IS NOT NULL OR EXISTS (SELECT FROM members d
  JOIN member_state_names ds ON ds.id = d.current_state_id WHERE d.person_id = p.id AND ds.marks_death))`
