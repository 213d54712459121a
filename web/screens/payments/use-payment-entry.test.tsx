import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { jsonResponse, fakeServer } from '../../api/testing.ts'
import { renderAt, logInAs } from '../../api/testing-page.tsx'
import { useEntrySession } from './entry-session.ts'
import { usePaymentEntry } from './use-payment-entry.ts'

/** Clicks the button again before React draws the answer. */
function PressedTwice() {
  const { register } = usePaymentEntry({ fields: {}, onDone: () => screen.getByRole('button').click() })
  const { registered } = useEntrySession()
  return (
    <>
      <p>{registered.length} registados</p>
      <button type="button" onClick={() => void register()}>
        Registar
      </button>
    </>
  )
}

function Entry() {
  const { setAmount, errorOf, register } = usePaymentEntry({ fields: {} })
  return (
    <>
      <input aria-label="Valor" onChange={({ target }) => setAmount(target.value)} />
      <p role="alert">{errorOf('amount')}</p>
      <button type="button" onClick={() => void register()}>
        Registar
      </button>
    </>
  )
}

const write = (value: string) => fireEvent.change(screen.getByLabelText('Valor'), { target: { value } })
const errorText = () => screen.getByRole('alert').textContent

it('shows the error of an amount while typing, and hides it when the amount changes', async () => {
  logInAs('editor')
  fakeServer(({ path, body }) => {
    if (path === 'payments') return jsonResponse({ message: '', errors: { amount: ['Não chega.'] } }, 422)
    const isWrong = (body as { amount: unknown }).amount === 'abc'
    return jsonResponse({
      errors: { memberId: ['Campo obrigatório.'], ...(isWrong && { amount: ['Não é um valor.'] }) },
    })
  })
  renderAt(<Entry />)
  write('abc')
  await waitFor(() => expect(errorText()).toBe('Não é um valor.'))
  write('20')
  expect(errorText()).toBe('')
  fireEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(errorText()).toBe('Não chega.'))
  write('30')
  expect(errorText()).toBe('')
})

it('a second click before the answer is drawn does not register again', async () => {
  logInAs('editor')
  const payment = { _id: 'p1', receiptNumber: 'Q/2026/000001', memberLabel: 'Ana', amount: 5, method: 'cash' }
  const { requests } = fakeServer(() => jsonResponse({ data: payment }))
  renderAt(<PressedTwice />)
  fireEvent.click(screen.getByRole('button'))
  await screen.findByText('1 registados')
  expect(requests.filter(({ path }) => path === 'payments')).toHaveLength(1)
  expect(screen.getByText('1 registados')).toBeTruthy()
})

/** The amount that an entry for the member `m1` proposes. */
function Proposed() {
  const { amount, isReady, plan } = usePaymentEntry({ fields: {}, memberIds: ['m1'] })
  return (
    <>
      <p>Dívidas: {plan.debts.length}</p>
      <output>{isReady ? 'Pronto' : 'A carregar'}</output>
      <p role="note">{String(amount ?? '')}</p>
    </>
  )
}

it('proposes no amount before the members have loaded too: only then can it be registered', async () => {
  logInAs('editor')
  const { promise: memberLoaded, resolve: loadMember } = Promise.withResolvers<void>()
  const debt = { _id: 'd1', memberId: 'm1', type: 'quota', dueDate: '2020-01-31', openAmount: 24 }
  const { requests } = fakeServer(async ({ path }) => {
    if (path.includes('unsettled_payments')) return jsonResponse({ data: [debt], meta: { count: 1 } })
    await memberLoaded
    return jsonResponse({ data: { _id: 'm1', name: 'Ana' } })
  })
  renderAt(<Proposed />)
  await screen.findByText('Dívidas: 1')
  expect(requests.length).toBeGreaterThan(1)
  expect(screen.getByRole('note').textContent).toBe('')
  loadMember()
  await waitFor(() => expect(screen.getByRole('note').textContent).toBe('24'))
  expect(screen.getByRole('status').textContent).toBe('Pronto')
})
