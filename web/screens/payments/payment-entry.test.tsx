import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { explainNothing, logInAs, renderAt } from '../../api/testing-page.tsx'
import { PaymentEntry } from './payment-entry.tsx'
import { usePaymentEntry } from './use-payment-entry.ts'

beforeEach(() => {
  explainNothing()
  logInAs('editor')
})

const common = { validation: [], group: '' }
const fields: FieldMap = {
  amount: { name: 'amount', label: 'Valor', type: 'float32', inputType: 'number', ...common },
  reference: { name: 'reference', label: 'Referência', type: 'string', inputType: 'text', ...common },
}

function Entry() {
  return <PaymentEntry entry={usePaymentEntry({ fields, memberIds: ['m1'] })} />
}

/** Renders the form of a member; nothing is answered before the returned function is called. */
function renderWithSlowServer(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  fakeServer(async ({ path }) => {
    await promise
    const data = path === 'members/m1' ? { _id: 'm1', name: 'Rui' } : []
    return jsonResponse({ data, meta: { total: 0, page: 1, limit: 100 } })
  })
  renderAt(<Entry />)
  return resolve
}

const amount = () => screen.getByLabelText(/^Valor/)

it('the amount is focused when the charges have loaded', async () => {
  const load = renderWithSlowServer()
  load()
  await waitFor(() => expect(document.activeElement).toBe(amount()))
})

it('the focus stays in another field of the payment when the charges load', async () => {
  const load = renderWithSlowServer()
  fireEvent.click(screen.getByRole('button', { name: /^Referência/ }))
  const reference = screen.getByLabelText('Referência')
  reference.focus()
  load()
  await waitFor(() => expect(screen.getByText('Rui')).toBeTruthy())
  expect(document.activeElement).toBe(reference)
})

it('«Pagar tudo» pays all that is owed, and is offered only while something would remain', async () => {
  const debt = (id: string, dueDate: string, openAmount: number) => ({
    _id: id,
    memberId: 'm1',
    type: 'quota',
    dueDate,
    description: id,
    agreementId: null,
    openAmount,
  })
  const debts = [debt('vencida', '2020-01-31', 12), debt('futura', '2099-01-31', 30.5)]
  fakeServer(({ path }) => {
    const data =
      path === 'members/m1' ? { _id: 'm1', name: 'Rui' } : path.includes('unsettled_payments') ? debts : []
    return jsonResponse({ data, meta: { total: 2, page: 1, limit: -1 } })
  })
  renderAt(<Entry />)
  const all = () => screen.queryByRole('button', { name: /^Pagar tudo/ })
  // Proposed is what is due.
  await waitFor(() => expect((amount() as HTMLInputElement).value).toBe('12'))
  expect(all()?.textContent).toMatch(/42,50/)
  fireEvent.click(all()!)
  expect((amount() as HTMLInputElement).value).toBe('42,5')
  expect(all()).toBeNull()
  fireEvent.change(amount(), { target: { value: '50' } })
  expect(all()).toBeNull()
  fireEvent.change(amount(), { target: { value: '5' } })
  expect(all()?.textContent).toMatch(/42,50/)
})
