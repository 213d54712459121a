import { foldText } from '@agremia/resources/rules/fold.ts'
import type { Querying } from '../database/querying.ts'
import { maybeOne, sql } from '../database/sql.ts'
import type { Kept } from '../rest/write-row.ts'

/**
 * Ties the proposers that were named by number and name to members, where both agree. Where they do not, only the names
 * stay, for the staff to see: whoever applies is told nothing, so that nobody learns who is a member.
 */
export async function tieProposers(db: Querying, values: Kept, merged: Kept): Promise<void> {
  for (const place of [1, 2]) {
    const [id, number, name] = [`proposer${place}Id`, `proposer${place}Number`, `proposer${place}Name`]
    if (values[id] || !(number in values || name in values)) continue
    const found = await findProposer(db, merged[number], merged[name])
    if (found) values[id] = merged[id] = found
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

/** At least two of the member's names, and no other. */
function isSameName(given: string, known: string): boolean {
  const words = foldText(given).split(' ')
  const names = new Set(foldText(known).split(' '))
  return words.every((word) => names.has(word)) && words.length >= Math.min(2, names.size)
}
