import type { APIRequestContext } from '@playwright/test'
import { answerOf, thisYear, untilState } from './fixtures.ts'

interface Category {
  _id: string
  name: string
  _version: number
  paysQuota: boolean
}

export async function categories(api: APIRequestContext): Promise<Category[]> {
  return answerOf(await api.get('/api/member_categories?_limit=100&_sort=order'))
}

/** Creates a plan of 24 € a year for the first two categories that pay, instead of all other plans. */
export async function addPlan(api: APIRequestContext): Promise<void> {
  for (const plan of await answerOf<{ _id: string; _version: number }[]>(await api.get('/api/quota_plans')))
    await api.patch(`/api/quota_plans/${plan._id}`, { data: { active: false, _version: plan._version } })
  const data = { name: 'Quota do coro' }
  const { _id } = await answerOf<{ _id: string }>(await api.post('/api/quota_plans', { data }))
  const prices = [{ amount: 24, joia: 10 }]
  const validFrom = `${thisYear - 1}-01-01`
  await answerOf(await api.post(`/api/quota_plans/${_id}/set_prices`, { data: { validFrom, prices } }))
  const paying = (await categories(api)).filter(({ paysQuota }) => paysQuota)
  for (const { _id: categoryId, _version } of paying.slice(0, 2))
    await answerOf(
      await api.patch(`/api/member_categories/${categoryId}`, { data: { quotaPlanId: _id, _version } }),
    )
}

/** Generates the quotas of a year, or some of them, and waits for the result; returns the id of the generation. */
export async function generateQuotas(
  api: APIRequestContext,
  year: number,
  chosen: { categoryIds?: string[] } = {},
): Promise<string> {
  const data = { year, ...chosen }
  const { _id } = await answerOf<{ _id: string }>(await api.post('/api/quota_runs', { data }))
  await untilState(api, `/api/quota_runs/${_id}`, 'done')
  return _id
}
