import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answer, fakeServer, freshBrowser } from '../../api/testing.ts'
import { draw, logInAs } from '../../api/testing-page.tsx'
import { useEntrySession } from './entry-session.ts'
import { usePaymentEntry } from './use-payment-entry.ts'

beforeEach(freshBrowser)
afterEach(cleanup)

/** Stands for somebody who presses again before the answer is drawn. */
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
const said = () => screen.getByRole('alert').textContent

it('says what is wrong with the amount while it is written, and no longer once it is another', async () => {
  logInAs('editor')
  fakeServer(({ path, body }) => {
    if (path === 'payments') return answer({ message: '', errors: { amount: ['Não chega.'] } }, 422)
    const isWrong = (body as { amount: unknown }).amount === 'abc'
    return answer({
      errors: { memberId: ['Campo obrigatório.'], ...(isWrong && { amount: ['Não é um valor.'] }) },
    })
  })
  draw(<Entry />)
  write('abc')
  await waitFor(() => expect(said()).toBe('Não é um valor.'))
  write('20')
  expect(said()).toBe('')
  fireEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(said()).toBe('Não chega.'))
  write('30')
  expect(said()).toBe('')
})

it('registers once what is registered again between the answer and its drawing', async () => {
  logInAs('editor')
  const payment = { _id: 'p1', receiptNumber: 'Q/2026/000001', memberLabel: 'Ana', amount: 5, method: 'cash' }
  const { requests } = fakeServer(() => answer({ data: payment }))
  draw(<PressedTwice />)
  fireEvent.click(screen.getByRole('button'))
  await screen.findByText('1 registados')
  expect(requests.filter(({ path }) => path === 'payments')).toHaveLength(1)
  expect(screen.getByText('1 registados')).toBeTruthy()
})
