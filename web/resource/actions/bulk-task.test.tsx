import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keys } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { renderAt, logInAs, explainerOf } from '../../api/testing-page.tsx'
import { jsonResponse, fakeServer, type FakeRequest } from '../../api/testing.ts'
import { type BulkTask, BulkTaskDialog, BulkTaskPanel } from './bulk-task.tsx'
import { startBulkAction } from './start-bulk-action.ts'

const task = {
  _id: 't1',
  title: 'Mudar o estado de 280 sócios',
  kind: 'action',
  resource: 'members',
  state: 'running',
  total: 280,
  done: 120,
  held: 0,
  failed: 3,
  skipped: 0,
  reasons: [],
} as unknown as BulkTask
const failed = {
  _id: 'r1',
  recordId: 'm1',
  label: 'Rui Costa',
  outcome: 'failed',
  reason: 'Já está nesse estado.',
}

let requests: FakeRequest[] = []
let current: BulkTask

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  logInAs('editor')
  queryClient.setQueryData(keys.explainer, explainerOf('members', 'bulkActions'))
  current = task
  requests = fakeServer(({ path, method }) => {
    if (path.includes('bulk_action_results'))
      return jsonResponse({ data: [failed], meta: { total: 3, page: 1, limit: 100 } })
    if (method === 'POST' && path === 'bulk_actions') return jsonResponse({ data: { _id: 't2' } }, 201)
    return jsonResponse({ data: current })
  }).requests
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
})

const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent)

it('is not green while all of its messages are held', () => {
  const tone = () => screen.getByText(/^280 de 280/).getAttribute('data-tone')
  const ended = { ...task, state: 'done', failed: 0 } as const
  renderAt(<BulkTaskPanel task={{ ...ended, done: 0, held: 280 }} />)
  expect(tone()).toBe('amber')
  expect(screen.getByText('280 mensagens retidas')).toBeTruthy()
  cleanup()
  renderAt(<BulkTaskPanel task={{ ...ended, done: 279, held: 1 }} />)
  expect(tone()).toBe('green')
})

it('shows progress and failures, and can be stopped', async () => {
  renderAt(<BulkTaskPanel task={task} pathOf={(id) => `/socios/${id}`} />)
  expect(screen.getByText('120 de 280 feitos')).toBeTruthy()
  expect(screen.getByText('3 não foram possíveis')).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'Rui Costa' })).getAttribute('href')).toBe('/socios/m1')
  expect(screen.getByRole('listitem').textContent).toBe('Rui Costa: Já está nesse estado.')
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(String((100 * 123) / 280))
  expect(buttons()).toEqual(['Mostrar mais', 'Parar'])
  fireEvent.click(screen.getByText('Parar'))
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('bulk_actions/t1/stop'))
})

it.each([
  ['stopped', 0, ['Continuar']],
  ['stopped', 2, ['Continuar', 'Tentar outra vez']],
  ['failed', 0, ['Tentar outra vez']],
  ['done', 2, ['Tentar outra vez']],
  ['done', 0, []],
] as const)('%s with %i failures offers %j', (state, failures, offered) => {
  renderAt(<BulkTaskPanel task={{ ...task, state, failed: failures }} hidesRecords />)
  expect(buttons()).toEqual(offered)
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it('shows why the task ended, and notes about completed records', () => {
  const problem = 'Rita já não tem permissão para esta tarefa.'
  const reasons = [
    { outcome: 'done' as const, reason: 'Sem Multibanco.', count: 40 },
    { outcome: 'skipped' as const, reason: 'Já saiu', count: 12 },
  ]
  renderAt(
    <BulkTaskPanel
      task={{ ...task, state: 'failed', problem, failed: 0, skipped: 12, reasons }}
      hidesRecords
    />,
  )
  expect(screen.getByRole('alert').textContent).toBe(problem)
  expect(screen.getByText('Sem Multibanco.')).toBeTruthy()
  expect(screen.getByText('12 ficaram de fora')).toBeTruthy()
  expect(screen.getByText('Já saíram (12)')).toBeTruthy()
})

it.each([
  ['running', 0, 'green'],
  ['done', 0, 'grey'],
  ['done', 1, 'green'],
] as const)('shows a %s task with %i done in %s', (state, done, tone) => {
  renderAt(<BulkTaskPanel task={{ ...task, state, total: 3, done, failed: 0 }} hidesRecords />)
  expect(screen.getByText(`${done} de 3 feitos`).dataset.tone).toBe(tone)
})

it('keeps running when its dialog is closed', async () => {
  const onClose = vi.fn()
  renderAt(<BulkTaskDialog id="t1" title={task.title} onClose={onClose} />)
  expect(await screen.findByText('120 de 280 feitos')).toBeTruthy()
  fireEvent.click(screen.getByText('Fechar'))
  expect(onClose).toHaveBeenCalledOnce()
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
})

it('is started with a query or with ids', async () => {
  const request = { title: 'Mudar', resource: 'members', action: 'changeState', input: { reason: 'x' } }
  const chosen = {
    count: 2,
    records: undefined,
    ids: () => Promise.resolve(['1', '2']),
    clear: () => undefined,
  }
  expect(await startBulkAction(request, { ...chosen, query: { _search: ['silva'] } })).toBe('t2')
  await startBulkAction(request, { ...chosen, query: undefined })
  expect(requests.map(({ body }) => body)).toEqual([
    { ...request, audience: { query: { _search: ['silva'] } } },
    { ...request, audience: { ids: ['1', '2'] } },
  ])
})

it('maps `input.<field>` errors to the fields of the action', async () => {
  fakeServer(() =>
    jsonResponse({ message: 'Há um campo por corrigir.', errors: { 'input.reason': ['Falta.'] } }, 422),
  )
  const request = { title: 'Mudar', resource: 'members', action: 'changeState', input: {} }
  const chosen = {
    count: 1,
    records: undefined,
    ids: () => Promise.resolve(['1']),
    query: undefined,
    clear: () => undefined,
  }
  await expect(startBulkAction(request, chosen)).rejects.toMatchObject({ errors: { reason: ['Falta.'] } })
})
