import type { ActionDescriptor } from '@agremia/resources/descriptor.ts'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { keys } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { type FakeRequest, fakeServer, jsonResponse } from '../../api/testing.ts'
import { beginAs, explainerOf, renderAt } from '../../api/testing-page.tsx'
import { useCurrentQuestion } from '../../ui/confirm-dialog.tsx'
import { Toasts } from '../../ui/toasts.tsx'
import { type ActionSetup, useActions } from './use-actions.tsx'

const resource = 'unsettledPayments'
const record = { _id: 'd1', _version: 1, description: 'Quota 2025' } as ResourceRecord<typeof resource>
/** What the page says differs by test: toasts of earlier ones may still be shown. */
let starts = 0
const done = () => `Anulada ${starts}.`

function Actions({ setup = {} }: { setup?: ActionSetup<typeof resource> }) {
  const { all, dialog } = useActions(resource, record, { revoke: setup })
  const question = useCurrentQuestion()
  return (
    <>
      {all.map(({ name, label, run }) => (
        <button key={name} type="button" onClick={run}>
          {label}
        </button>
      ))}
      {dialog}
      {question && (
        <p role="alert">
          {question.title} {question.message}
          <button type="button" onClick={() => question.answer(true)}>
            Sim
          </button>
        </p>
      )}
      <Toasts />
    </>
  )
}

/** Renders a record with an action that has these declarations, and starts it. Returns a function that lists the posted requests. */
function start(
  more: Partial<ActionDescriptor>,
  {
    setup,
    answer,
  }: { setup?: ActionSetup<typeof resource>; answer?: (request: FakeRequest) => Response } = {},
): () => string[] {
  starts += 1
  const declared = { name: 'revoke', label: 'Anular', icon: 'cancel', done: done() } as const
  const explainer = explainerOf(resource)
  const { [resource]: descriptor } = explainer.resources
  beginAs('admin', {
    ...explainer,
    resources: { [resource]: { ...descriptor!, actions: [{ ...declared, ...more }] } },
  })
  const { requests } = fakeServer(answer ?? (() => jsonResponse({ data: { ...record, _version: 2 } })))
  renderAt(<Actions {...(setup && { setup })} />)
  fireEvent.click(screen.getByText('Anular'))
  return () => requests.filter(({ method }) => method === 'POST').map(({ path }) => path)
}

const run = 'unsettled_payments/d1/revoke'
const asked = async () => (await screen.findByRole('alert')).firstChild?.parentElement?.textContent
const version = () => queryClient.getQueryData<{ _version: number }>(keys.record(resource, 'd1'))?._version

it('a destructive action asks although it declares no question, then runs, says that it is done and keeps the answer', async () => {
  const posted = start({ isDestructive: true })
  expect(await asked()).toMatch(/^Anular\? .*Quota 2025/)
  expect(posted()).toEqual([])
  fireEvent.click(screen.getByText('Sim'))
  expect(await screen.findByText(done())).toBeTruthy()
  expect(posted()).toEqual([run])
  expect(version()).toBe(2)
})

it.each<[string, Partial<ActionDescriptor>, ActionSetup<typeof resource>]>([
  ['that is not destructive', {}, {}],
  ['whose definition asks nothing', { isDestructive: true, question: false }, {}],
  ['whose consequences the screen shows', { isDestructive: true }, { question: false }],
])('an action %s runs without a question', async (_which, more, setup) => {
  const posted = start(more, { setup })
  expect(await screen.findByText(done())).toBeTruthy()
  expect(posted()).toEqual([run])
})

it('the question has the consequences of the preview', async () => {
  const answer = () => jsonResponse({ data: { refusal: null, consequences: ['Volta o crédito.'] } })
  const posted = start({ preview: true, question: { text: 'Deixa de ser devida.' } }, { answer })
  expect(await asked()).toContain('Deixa de ser devida. Volta o crédito.')
  expect(posted()).toEqual([`${run}/preview`])
})

it('a preview that refuses says why, and nothing runs', async () => {
  const answer = () => jsonResponse({ data: { refusal: 'O exercício está fechado.', consequences: [] } })
  const posted = start({ preview: true }, { answer })
  expect(await asked()).toContain('Anular: não é possível O exercício está fechado.')
  fireEvent.click(screen.getByText('Sim'))
  expect(posted()).toEqual([`${run}/preview`])
})

it('a refusal is shown, and what the page shows is read again', async () => {
  const answer = ({ method }: FakeRequest) =>
    method === 'POST' ? jsonResponse({ message: 'Já está anulada.' }, 409) : jsonResponse({ data: record })
  const key = keys.lists(resource)
  start({}, { answer })
  queryClient.setQueryData(key, [])
  expect(await screen.findByText('Já está anulada.')).toBeTruthy()
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true)
  expect(screen.queryByText(done())).toBeNull()
})
