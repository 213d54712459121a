import { foldText } from '@agremia/resources/rules/fold.ts'
import type { Querying } from '../database/querying.ts'
import { maybeOne, sql } from '../database/sql.ts'
import type { Kept } from '../rest/write-row.ts'

/**
 * Links proposers to members when number and name both match. Otherwise stores only the typed values for the staff, without an
 * error, so that applicants cannot find out who is a member.
 */
export async function linkProposers(db: Querying, values: Kept, merged: Kept): Promise<void> {
  for (const place of [1, 2]) {
    const [id, number, name] = [`proposer${place}Id`, `proposer${place}Number`, `proposer${place}Name`]
    if (values[id] || !(number in values || name in values)) continue
    const memberId = await findProposer(db, merged[number], merged[name])
    if (memberId) values[id] = merged[id] = memberId
  }
}

async function findProposer(db: Querying, number: unknown, name: unknown): Promise<string | undefined> {
  if (typeof number !== 'number' || typeof name !== 'string') return undefined
  const member = await maybeOne(
    db,
    sql`SELECT m.id, p.name FROM members m JOIN people p ON p.id = m.person_id
             JOIN member_state_names s ON s.id = m.current_state_id
           WHERE m.member_number = ${number} AND NOT s.marks_end`,
    { id: 'uuid', name: 'text' },
  )
  return member && isSameName(name, member.name) ? member.id : undefined
}

/** Whether `typed` has at least two of the member's names, and no others. */
function isSameName(typed: string, memberName: string): boolean {
  const words = foldText(typed).split(' ')
  const names = new Set(foldText(memberName).split(' '))
  return words.every((word) => names.has(word)) && words.length >= Math.min(2, names.size)
}
