import type { TestRecord } from '../testing/caller.ts'
import { succeeded } from '../testing/make.ts'
import type { TestApp } from '../testing/test-app.ts'

type Given = Record<string, unknown>

/** What tests of dues do over and over, through the API as an administrator would. */
export async function duesTools({ as, today }: Pick<TestApp, 'as' | 'today'>) {
  const admin = await as('admin')
  const read = async (path: string, id: string): Promise<TestRecord> =>
    succeeded(await admin.get(`/${path}/${id}`))
  return {
    read,
    /** A charge of 24 € that falls due today, unless said. */
    async charge(given: Given & { memberId: string }): Promise<TestRecord> {
      const charge = { type: 'other', amount: 24, dueDate: await today(), ...given }
      return succeeded(await admin.post('/unsettled_payments', charge))
    },
    /** By transfer, today, unless said. */
    async pay(given: Given & { memberId: string; amount: number }): Promise<TestRecord> {
      return succeeded(await admin.post('/payments', { date: await today(), method: 'transfer', ...given }))
    },
    /** What is kept of a member, in euros. */
    async balanceOf(memberId: string) {
      const { balance, overdueAmount, credit } = await read('members', memberId)
      return { balance, overdueAmount, credit }
    },
    async set(name: string, value: string): Promise<void> {
      succeeded(await admin.patch(`/settings/${name}`, { value }))
    },
  }
}
