import { expect, it } from 'vitest'
import { readEarlyAnswer, sendEarlyRequest } from '../api/early-requests.ts'
import { keys } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { listPath } from '../api/resource-paths.ts'
import { fakeServer, jsonResponse, neverRespond } from '../api/testing.ts'
import { listPageQuery } from '../resource/list/use-list-rows.ts'
import { cacheEarlyAnswers } from './early-answers.ts'

const params = { sort: 'memberNumber', search: '', where: { currentStateId: ['a'] }, columns: ['name'] }

it('the first render of a list finds the early answers in the cache, each requested once', async () => {
  const page = { data: [{ _id: 'm1' }], meta: { total: 1, page: 1, limit: 100 } }
  const explainer = { data: { members: {} }, resources: {} }
  const { requests } = fakeServer(({ path }) => {
    if (path === 'settings') return jsonResponse({ data: [{ name: 'staging', value: 'false' }] })
    return jsonResponse(path.startsWith('explainer') ? explainer : page)
  })
  const states = { limit: 50, sort: 'order' }
  const paths = [listPath('members', { ...params, page: 1 }), listPath('memberStateNames', states)]
  for (const path of ['settings', 'explainer?_resource=members', ...paths]) sendEarlyRequest(path)
  await cacheEarlyAnswers()

  expect(queryClient.getQueryData(listPageQuery('members', params, 1).queryKey)).toEqual(page)
  expect(queryClient.getQueryData(keys.list('memberStateNames', states))).toEqual(page)
  expect(queryClient.getQueryData(keys.settings)).toEqual({ staging: 'false' })
  expect(queryClient.getQueryData(keys.explainer)).toEqual(explainer)

  // The first rows are drawn from the same answer, also when they come later than the cache.
  sendEarlyRequest(paths[0]!)
  expect(await readEarlyAnswer(paths[0]!)).toEqual(page)
  expect(requests).toHaveLength(4)
})

it('the first render does not wait for an answer that does not come', async () => {
  fakeServer(neverRespond)
  sendEarlyRequest('settings')
  await cacheEarlyAnswers()
  expect(queryClient.getQueryData(keys.settings)).toBeUndefined()
})
