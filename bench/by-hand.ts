/**
 * The members' queries in plain SQL, as a baseline for the program. Columns have the names of the API, so that both return the same
 * data.
 */
const columns = {
  _id: 'm.id',
  _created_at: 'm.created_at',
  _updated_at: 'm.updated_at',
  _version: 'm.version',
  personId: 'm.person_id',
  personLabel: 'p.name',
  name: 'p.name',
  shortName: 'p.short_name',
  kind: 'p.kind',
  nif: 'p.nif',
  birthDate: 'p.birth_date',
  gender: 'p.gender',
  nationality: 'p.nationality',
  maritalStatus: 'p.marital_status',
  profession: 'p.profession',
  employer: 'p.employer',
  education: 'p.education',
  niss: 'p.niss',
  idDocumentType: 'p.id_document_type',
  idDocumentNumber: 'p.id_document_number',
  idDocumentExpiry: 'p.id_document_expiry',
  mobile: 'p.mobile',
  phone: 'p.phone',
  email: 'p.email',
  messageChannel: 'm.message_channel',
  address: 'p.address',
  postalCode: 'p.postal_code',
  city: 'p.city',
  parish: 'p.parish',
  municipality: 'p.municipality',
  district: 'p.district',
  country: 'p.country',
  guardianName: 'p.guardian_name',
  guardianNif: 'p.guardian_nif',
  guardianContact: 'p.guardian_contact',
  representativeName: 'p.representative_name',
  representativeRole: 'p.representative_role',
  deathDate: 'p.death_date',
  doNotContact: 'p.do_not_contact',
  personNotes: 'p.person_notes',
  photoUrl: 'p.photo_id',
  memberNumber: 'm.member_number',
  categoryId: 'm.category_id',
  categoryLabel: 'c.name',
  admissionDate: 'm.admission_date',
  currentStateId: 'm.current_state_id',
  currentStateLabel: 's.name',
  currentStateTone: 's.colour',
  stateSince: 'm.state_since',
  endDate: 'm.end_date',
  endReason: 'm.end_reason',
  admissionBody: 'm.admission_body',
  admissionMinute: 'm.admission_minute',
  capitalTitles: 'm.capital_titles',
  titles: 'm.titles',
  section: 'm.section',
  interests: 'm.interests',
  paymentMethod: 'm.payment_method',
  iban: 'm.iban',
  quotaPlanId: 'm.quota_plan_id',
  quotaPlanLabel: 'q.name',
  customQuota: 'm.custom_quota',
  exemptUntil: 'm.exempt_until',
  exemptReason: 'm.exempt_reason',
  balance: 'b.balance',
  overdueAmount: 'b.overdue_amount',
  credit: 'b.credit',
  oldestDebt: 'b.oldest_debt',
  debtYears: 'b.debt_years',
  quotasUpToDate: 'b.quotas_up_to_date',
  quotaStrip: 'b.quota_strip',
  notes: 'm.notes',
}

const select = `SELECT ${Object.entries(columns)
  .map(([name, sql]) => `${sql} AS "${name}"`)
  .join(', ')}`

const tables = `members m
  JOIN people p ON p.id = m.person_id
  JOIN member_categories c ON c.id = m.category_id
  JOIN member_state_names s ON s.id = m.current_state_id
  JOIN member_balances b ON b.id = m.id
  LEFT JOIN quota_plans q ON q.id = m.quota_plan_id`

export const pageSize = 100
export const pageByName = `${select} FROM ${tables} ORDER BY p.name, m.id LIMIT ${pageSize}`
export const deepPage = 500
export const deepPageByName = `${pageByName} OFFSET ${(deepPage - 1) * pageSize}`
export const oneMember = `${select} FROM ${tables} WHERE m.id = $1`

const matches = 'm.search_text LIKE $1 AND m.search_text LIKE $2'
export const searchPage = `${select} FROM ${tables} WHERE ${matches} ORDER BY p.name, m.id LIMIT ${pageSize}`
export const searchCount = `SELECT count(*) FROM members m WHERE ${matches}`

export const oneUpdate =
  'UPDATE members SET notes = $2, updated_at = now(), version = version + 1 WHERE id = $1'

/** The rows of the members' export, in its order. */
export const everyMember = `SELECT p.name, p.mobile, m.member_number, c.name, m.admission_date, s.name
  FROM ${tables} ORDER BY m.created_at DESC, m.id DESC`
