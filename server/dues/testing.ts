import type { Euros } from '@agremia/resources/rules/amount.ts'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestRecord } from '../testing/caller.ts'
import { jobsDone } from '../testing/wait.ts'
import { setSetting, succeeded } from '../testing/make.ts'
import type { TestApp } from '../testing/test-app.ts'

type Input = Record<string, unknown>

/** Steps that tests of dues share; all go through the API as an administrator. */
export async function duesTools({ as, make, today, sql }: Pick<TestApp, 'as' | 'make' | 'today' | 'sql'>) {
  const admin = await as('admin')
  const read = async (path: string, id: string): Promise<TestRecord> =>
    succeeded(await admin.get(`/${path}/${id}`))
  /** Waits until a quota generation reaches `state`, and returns it. */
  const finished = async (id: string, state = 'done'): Promise<TestRecord> => {
    for (let tries = 0; tries < 1500; tries++) {
      const run = await read('quota_runs', id)
      if (run['state'] === state) return run
      await sleep(20)
    }
    return assert.fail('the generation never ended')
  }
  /** Runs the bulk task `notices`; returns its record with the result of each member. */
  const notify = async (input: Input): Promise<TestRecord & { results: TestRecord[] }> => {
    const task = { title: 'Avisar quem deve', kind: 'notices', input }
    const { _id } = succeeded(await admin.post('/bulk_actions', task))
    await jobsDone({ sql }, 'bulkActions')
    const { body } = await admin.get(`/bulk_actions/${_id}/bulk_action_results?_limit=500&_sort=place`)
    return { ...(await read('bulk_actions', _id)), results: body.data as TestRecord[] }
  }
  return {
    read,
    finished,
    notify,
    /** Creates a charge; default: 24 €, due today. */
    async charge(input: Input & { memberId: string }): Promise<TestRecord> {
      const charge = { type: 'other', amount: 24, dueDate: await today(), ...input }
      return succeeded(await admin.post('/unsettled_payments', charge))
    },
    /** Registers a payment; default: by transfer, today. */
    async pay(input: Input & { memberId: string; amount: Euros }): Promise<TestRecord> {
      return succeeded(await admin.post('/payments', { date: await today(), method: 'transfer', ...input }))
    },
    /** The stored sums of a member, in euros. */
    async balanceOf(memberId: string) {
      const { balance, overdueAmount, credit } = await read('members', memberId)
      return { balance, overdueAmount, credit }
    },
    /** Creates a category with its own plan and price, so that tests do not affect each other. Its plan charges nothing on admission. */
    async category(
      price: Input = {},
      plan: Input = {},
    ): Promise<{ category: string; id: string; planId: string }> {
      const made = await make.plan({ chargesOnAdmission: false, ...plan })
      await make.price({ quotaPlanId: made._id, ...price })
      const record = await make.category({ quotaPlanId: made._id })
      return { category: String(record['name']), id: record._id, planId: made._id }
    },
    /** Runs a quota generation (default: of this year) and waits until it is done. */
    async generate(selection: Input): Promise<TestRecord> {
      const year = Number((await today()).slice(0, 4))
      return finished(succeeded(await admin.post('/quota_runs', { year, ...selection }))._id)
    },
    /** Changes a member's state on a date: `changeState(member, 'Exonerado', '2025-03-10')`; `more` is further input. */
    async changeState(memberId: string, state: string, date: string, more: Input = {}): Promise<void> {
      const [found] = (await admin.get(`/member_state_names?_name=${encodeURIComponent(state)}`)).body.data
      const change = { stateNameId: found?._id, date, reason: 'motivo de teste', ...more }
      succeeded(await admin.post(`/members/${memberId}/change_state`, change))
    },
    /** The highest step of the notices written about a charge, sent or not; 0 without any. */
    async noticedStep(chargeId: string): Promise<number> {
      const [row] = await sql<{ step: number }>(
        'SELECT coalesce(max(step), 0) AS step FROM charge_notices WHERE unsettled_payment_id = $1',
        [chargeId],
      )
      return row?.step ?? assert.fail()
    },
    set: (name: string, value: string) => setSetting(admin, name, value),
  }
}
