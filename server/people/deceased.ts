/** SQL: whether the person `p`, whose membership is in the state `s`, is deceased. False without a membership and a date. */
export const isDeceased = '(p.death_date IS NOT NULL OR coalesce(s.marks_death, false))'
