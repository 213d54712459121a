import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keys, type WorkUnderWay } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { refreshOnNews } from '../api/realtime.ts'
import { renderAt, logInAs } from '../api/testing-page.tsx'
import { jsonResponse, fakeServer } from '../api/testing.ts'
import { RecordPathsContext } from '../paths/records.ts'
import { WorkIndicator } from './work-indicator.tsx'

let works: WorkUnderWay[] = []
let requestCount = 0

beforeEach(() => {
  requestCount = 0
  fakeServer(({ path }) => {
    if (path === 'work') requestCount += 1
    return jsonResponse({ data: works })
  })
  queryClient.setQueryData(keys.explainer, {
    data: {},
    resources: { bulkActions: { work: { underWay: ['running'] } }, members: {} },
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const one = {
  resource: 'bulkActions',
  _id: 't1',
  title: 'Suspender',
  total: 20,
  done: 5,
  createdByName: 'Rita',
}
const other = {
  resource: 'quotaRuns',
  _id: 'g1',
  title: 'Geração de quotas',
  total: null,
  done: null,
  createdByName: null,
}

it('lists work in progress to the staff, with progress and links', async () => {
  works = [one, other]
  logInAs('editor')
  const paths = { bulkActions: '/tarefas/:id', quotaRuns: '/quotas/geracoes/:id' }
  const { container } = renderAt(
    <RecordPathsContext value={paths}>
      <WorkIndicator />
    </RecordPathsContext>,
  )
  expect(await screen.findByText('2 tarefas em curso')).toBeTruthy()
  expect(screen.getByText('5 de 20, por Rita')).toBeTruthy()
  expect([...container.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/tarefas/t1',
    '/quotas/geracoes/g1',
    '/tarefas',
  ])
})

it('refetches when background work changes, and disappears without any', async () => {
  works = [one]
  logInAs('editor')
  renderAt(<WorkIndicator />)
  await screen.findByText('1 tarefa em curso')
  const forget = refreshOnNews(queryClient)
  const dispatchNews = (topic: string) =>
    window.dispatchEvent(
      new CustomEvent('ws', { detail: { topic, payload: { action: 'updated', ids: ['x'] } } }),
    )
  works = []
  dispatchNews('members')
  expect(screen.queryByText('1 tarefa em curso')).toBeTruthy()
  dispatchNews('bulkActions')
  await expect.poll(() => screen.queryByText('1 tarefa em curso')).toBeNull()
  forget()
})

it('sends no request for a member', () => {
  logInAs('member')
  renderAt(<WorkIndicator />)
  expect(requestCount).toBe(0)
})
