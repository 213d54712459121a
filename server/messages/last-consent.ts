/** Whether the last consent of a person `p` for a purpose, an SQL expression, is given. */
export const lastConsentSql = (purpose: string) =>
  `coalesce((SELECT status = 'given' FROM consents WHERE person_id = p.id AND purpose = ${purpose} ORDER BY at DESC, id DESC LIMIT 1), false)`
