import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { jsonResponse, fakeServer } from '../../api/testing.ts'
import { explainNothing, renderAt, logInAs } from '../../api/testing-page.tsx'
import { dateWarning, PaymentPanel } from './payment-panel.tsx'
import { usePaymentEntry } from './use-payment-entry.ts'

beforeEach(() => {
  explainNothing()
})

const line = (name: string, label: string): FieldDescriptor => ({
  name,
  label,
  type: 'string',
  inputType: 'text',
  validation: [],
  group: '',
})
const fields = { reference: line('reference', 'Referência'), notes: line('notes', 'Observações') }

const dateFields = {
  date: line('date', 'Data'),
  dateConfirmed: {
    ...line('dateConfirmed', 'Confirmo que a data está certa'),
    inputType: 'checkbox' as const,
  },
}

function Entry({ fields: entryFields = fields }: { fields?: Record<string, FieldDescriptor> }) {
  const entry = usePaymentEntry({ fields: entryFields })
  return (
    <>
      <PaymentPanel entry={entry} />
      <button type="button" onClick={entry.clear}>
        Recomeçar
      </button>
    </>
  )
}

const more = () => screen.getByRole('button', { name: /^Referência.* e observações$/ })
const isOpen = () => more().getAttribute('aria-expanded') === 'true'
const register = () => screen.getByRole('button', { name: /Registar/ })

it('reference and notes are collapsed and cleared for the next payment', () => {
  logInAs('editor')
  renderAt(<Entry />)
  expect(isOpen()).toBe(false)
  fireEvent.click(more())
  fireEvent.change(screen.getByLabelText('Referência'), { target: { value: 'TRF 7' } })
  expect(isOpen()).toBe(true)
  fireEvent.click(screen.getByText('Recomeçar'))
  expect(isOpen()).toBe(false)
  expect(screen.queryByLabelText('Referência')).toBeNull()
})

it('an error in reference or notes expands them, and they stay expanded while it is corrected', async () => {
  logInAs('editor')
  fakeServer(() => jsonResponse({ message: '', errors: { reference: ['Já foi usada.'] } }, 422))
  renderAt(<Entry />)
  fireEvent.click(register())
  expect(await screen.findByText('Já foi usada.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Referência'), { target: { value: 'TRF 8' } })
  await waitFor(() => expect(screen.queryByText('Já foi usada.')).toBeNull())
  expect(screen.getByLabelText('Referência')).toBeTruthy()
})

it('shows the date confirmation only after the server asks for it, and resets it when the date changes', async () => {
  logInAs('editor')
  const date = ['Tem mais de 10 anos: corrija-a, ou confirme que está certa.']
  const { requests } = fakeServer(({ body }) =>
    (body as { dateConfirmed?: boolean }).dateConfirmed
      ? jsonResponse({ data: { _id: 'p1', receiptNumber: 'Q/2001/000001' } })
      : jsonResponse({ message: '', errors: { date, dateConfirmed: ['Confirme.'] } }, 422),
  )
  renderAt(<Entry fields={dateFields} />)
  const confirmation = () => screen.queryByRole('checkbox', { name: /Confirmo/ })
  expect(confirmation()).toBeNull()
  fireEvent.click(register())
  expect(await screen.findByText(date[0]!)).toBeTruthy()
  fireEvent.click(confirmation()!)
  expect(screen.queryByText(date[0]!)).toBeNull()

  fireEvent.change(screen.getByLabelText('Data'), { target: { value: '2002-01-01' } })
  expect(confirmation()).toBeNull()
  fireEvent.click(register())
  fireEvent.click(await screen.findByRole('checkbox', { name: /Confirmo/ }))
  fireEvent.click(register())
  const registered = () => requests.filter(({ path }) => path === 'payments')
  await waitFor(() => expect(registered()).toHaveLength(3))
  expect(registered().map(({ body }) => (body as { dateConfirmed?: boolean }).dateConfirmed)).toEqual([
    undefined,
    false,
    true,
  ])
})

it('warns about a date other than today, and about the receipt series of another year', () => {
  const of = (date: unknown) => dateWarning(date, '2026-11-22')
  expect(of('2026-11-22')).toBeUndefined()
  expect(of('2026-11-21')).toBe('Não é a data de hoje.')
  expect(of('1926-11-22')).toBe('Não é a data de hoje: o recibo fica na série de 1926.')
  expect(of(null)).toBe('Não é a data de hoje.')
})

it('cash that is given shows the change, which is not sent; other methods have none', async () => {
  logInAs('editor')
  const { requests } = fakeServer(() => jsonResponse({ data: { _id: 'p1' } }))
  const amount = { ...line('amount', 'Valor'), type: 'float32' as const, inputType: 'money' as const }
  const method = {
    ...line('method', 'Meio'),
    inputType: 'radio' as const,
    options: [
      { value: 'cash', label: 'Numerário' },
      { value: 'transfer', label: 'Transferência' },
    ],
  }
  renderAt(<Entry fields={{ amount, method }} />)
  fireEvent.change(screen.getByLabelText('Valor'), { target: { value: '24' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Entregue' }), { target: { value: '50' } })
  expect(screen.getByText('Troco').parentElement?.textContent).toMatch(/26,00/)
  fireEvent.change(screen.getByRole('textbox', { name: 'Entregue' }), { target: { value: '20' } })
  expect(screen.getByText('Falta').parentElement?.textContent).toMatch(/4,00/)
  fireEvent.click(register())
  await waitFor(() => expect(requests.some(({ path }) => path === 'payments')).toBe(true))
  const sent = requests.find(({ path }) => path === 'payments')
  expect(sent?.body).toMatchObject({ amount: 24 })
  expect(JSON.stringify(sent?.body)).not.toContain('cashGiven')
  fireEvent.click(screen.getByLabelText('Transferência'))
  expect(screen.queryByRole('textbox', { name: 'Entregue' })).toBeNull()
})
