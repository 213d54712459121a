import type { APIRequestContext } from '@playwright/test'
import { addMember, answerOf, expect, thisYear } from './fixtures.ts'

export const excursion = 'Excursão a Évora'

export interface Charge {
  _id: string
  status: string
  description: string
}

export async function charge(api: APIRequestContext, memberId: string, given: object): Promise<Charge> {
  const data = { memberId, type: 'other', dueDate: `${thisYear - 1}-03-31`, amount: 24, ...given }
  return answerOf<Charge>(await api.post('/api/unsettled_payments', { data }))
}

/** Creates a member who owes the quotas of two years and an excursion: 58 € in total. */
export async function addDebtor(api: APIRequestContext, given: { name: string; [field: string]: unknown }) {
  const member = await addMember(api, given)
  await charge(api, member._id, { type: 'quota', year: thisYear - 2, dueDate: `${thisYear - 2}-03-31` })
  await charge(api, member._id, { type: 'quota', year: thisYear - 1 })
  await charge(api, member._id, { description: excursion, amount: 10 })
  return member
}

/** Sends notices and waits until all messages exist. */
export async function notify(api: APIRequestContext, input: object) {
  const data = { title: 'Avisar quem deve', kind: 'notices', input }
  const { _id } = await answerOf<{ _id: string }>(await api.post('/api/bulk_actions', { data }))
  const read = async () =>
    answerOf<{ state: string; total: number; done: number }>(await api.get(`/api/bulk_actions/${_id}`))
  await expect.poll(async () => (await read()).state).toBe('done')
  return read()
}
