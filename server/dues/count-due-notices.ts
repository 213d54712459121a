import type { World } from '../context.ts'
import { findDebtors } from './notice-debtors.ts'
import { readNoticeFilter } from './notice-filter.ts'

/** How many members the next notices would go to, were they sent now. */
export async function countDueNotices({ database, organisation }: World): Promise<number> {
  const { alike } = await findDebtors(database.pool, readNoticeFilter({}), {
    settings: await organisation.settings(),
    today: await organisation.today(),
    portion: { limit: 0 },
  })
  return alike.reduce((sum, { skip, count }) => (skip === null ? sum + count : sum), 0)
}
