import { isId } from '@agremia/resources/coerce.ts'
import { fieldErrors } from '@agremia/resources/field-errors.ts'
import type { Querying } from '../database/querying.ts'
import { many, sql } from '../database/sql.ts'
import type { FieldMessages } from '../errors.ts'

/** The two records of a merge. Without a membership on either side only the people are merged. */
export interface Subjects {
  kept: Subject
  lost: Subject
}

export interface Subject {
  personId: string
  /** The membership that is merged with that of the other side. */
  memberId: string | null
  /** All memberships of the person. */
  memberIds: string[]
}

/** The fields of a merge that choose the records. */
export interface SubjectInput {
  personId?: unknown
  lostPersonId?: unknown
  memberId?: unknown
  lostMemberId?: unknown
  keepsBoth?: unknown
}

const idIn = (value: unknown) => (isId(value) ? value.toLowerCase() : null)

/**
 * Finds the people and memberships that are meant: without `memberId` and `lostMemberId`, the latest membership of each person, those in force
 * first; unless both are kept. Returns errors by field when they do not exist.
 */
export async function findSubjects(
  db: Querying,
  input: SubjectInput,
): Promise<{ subjects?: Subjects; errors: FieldMessages }> {
  const [personId, lostPersonId] = [idIn(input.personId), idIn(input.lostPersonId)]
  if (personId === null) return { errors: { personId: [fieldErrors.option] } }
  const gone = ['Esta pessoa não existe, ou já foi fundida com outra.']
  if (lostPersonId === null) return { errors: { lostPersonId: gone } }
  const rows = await many(
    db,
    sql`SELECT p.id AS "personId", m.id AS "memberId" FROM people p
        LEFT JOIN (members m JOIN member_state_names n ON n.id = m.current_state_id) ON m.person_id = p.id
        WHERE p.id IN (${personId}, ${lostPersonId}) ORDER BY n.marks_end, m.admission_date DESC, m.id`,
    { personId: 'uuid', memberId: 'uuid?' },
  )
  const membershipsOf = (id: string) =>
    rows.flatMap((row) => (row.personId === id && row.memberId !== null ? [row.memberId] : []))
  const isThere = (id: string) => rows.some((row) => row.personId === id)
  if (!isThere(personId)) return { errors: { personId: gone } }
  if (!isThere(lostPersonId)) return { errors: { lostPersonId: gone } }
  const [own, others] = [membershipsOf(personId), membershipsOf(lostPersonId)]
  const keepsBoth = input.keepsBoth === true
  const errors: FieldMessages = {}
  const chosen = (
    name: 'memberId' | 'lostMemberId',
    given: unknown,
    among: string[],
    except?: string | null,
  ) => {
    const id = idIn(given)
    if (given !== undefined && given !== null && given !== '' && (id === null || !among.includes(id)))
      errors[name] = ['Não é uma inscrição desta pessoa.']
    return keepsBoth ? null : (id ?? among.find((one) => one !== except) ?? null)
  }
  const memberId = chosen(
    'memberId',
    input.memberId,
    own,
    personId === lostPersonId ? idIn(input.lostMemberId) : null,
  )
  const lostMemberId = chosen('lostMemberId', input.lostMemberId, others, memberId)
  if (personId === lostPersonId && (lostMemberId === null || memberId === null || memberId === lostMemberId))
    errors['lostPersonId'] ??= ['É a mesma ficha: escolha duas fichas diferentes.']
  const isFused = memberId !== null && lostMemberId !== null
  return {
    errors,
    subjects: {
      kept: { personId, memberIds: own, memberId: isFused ? memberId : null },
      lost: { personId: lostPersonId, memberIds: others, memberId: isFused ? lostMemberId : null },
    },
  }
}

/** Whether the people are one, of whom two memberships are merged. */
export const isOnePerson = ({ kept, lost }: Subjects) => kept.personId === lost.personId
