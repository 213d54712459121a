import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { requestTimeout } from '../../api/send.ts'
import { fakeServer, jsonResponse, neverRespond } from '../../api/testing.ts'
import { beginAs, explainerOf, renderAt } from '../../api/testing-page.tsx'
import type { Plan } from './plans.ts'
import { PricesDialog } from './prices-dialog.tsx'

it('does not say that prices are saved when the server does not answer', async () => {
  beginAs('admin', explainerOf('quotaPlans', 'quotaPrices'))
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  const { requests } = fakeServer(({ path }) =>
    path.endsWith('set_prices') ? neverRespond() : jsonResponse({ data: { charges: [], count: 0 } }),
  )
  const onClose = vi.fn<() => void>()
  const plan = { _id: 'p1', name: 'Anual' } as Plan
  renderAt(<PricesDialog plan={plan} prices={[]} users={[]} categories={[]} onClose={onClose} />)
  const [amount] = await screen.findAllByRole('textbox', { name: /Quota|Valor|Preço/ })
  fireEvent.change(amount!, { target: { value: '24,00' } })
  fireEvent.blur(amount!)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await vi.advanceTimersByTimeAsync(requestTimeout)
  vi.useRealTimers()
  expect(await screen.findByText('O servidor não respondeu a tempo.')).toBeTruthy()
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Guardar' }).dataset['loading']).toBeUndefined(),
  )
  expect(requests.some(({ path }) => path.endsWith('set_prices'))).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.queryByText('Guardado com sucesso.')).toBeNull()
})
