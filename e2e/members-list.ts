import { insertSampleMembers } from '../server/setup/sample-members.ts'
import { expect, ownOrganisation, useServer, type Locator } from './fixtures.ts'

export const memberCount = 1250

/** Starts a server with `memberCount` members. */
export function useServerWithMembers(): void {
  useServer({ env: ownOrganisation }, async (database) => {
    await insertSampleMembers(database.pool, { count: memberCount, today: '2026-06-30' })
  })
}

/** The rows without the header. */
export function rows(grid: Locator): Locator {
  return grid.locator('tbody').getByRole('row')
}

export function numberOf(row: Locator): Locator {
  return row.getByRole('gridcell').nth(1)
}

/** The number of records, from `aria-rowcount`. */
export async function counted(grid: Locator): Promise<number> {
  await expect(grid).toHaveAttribute('aria-busy', 'false')
  return Number(await grid.getAttribute('aria-rowcount')) - 1
}
