import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keys } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { jsonResponse, fakeServer, resetBrowser } from '../../api/testing.ts'
import { renderAt, logInAs } from '../../api/testing-page.tsx'
import { ChargeMenu } from './open-charges.tsx'

beforeEach(resetBrowser)
afterEach(cleanup)

it('charge menu: offers to release credit only for charges that credit paid', async () => {
  logInAs('editor')
  fakeServer(() => jsonResponse({ data: [] }))
  const actions = [{ name: 'cancel' }, { name: 'releaseCredit', label: 'Devolver o crédito usado' }]
  queryClient.setQueryData(keys.explainer, {
    data: {},
    resources: { unsettledPayments: { actions, may: { update: true } } },
  })
  const partial = { _id: 'd1', amount: 24, paidAmount: 10, status: 'partial' }
  renderAt(
    <>
      <ChargeMenu
        charge={{ ...partial, description: 'Quota 2025', usesCredit: false }}
        onRequest={() => undefined}
      />
      <ChargeMenu
        charge={{ ...partial, description: 'Quota 2026', usesCredit: true }}
        onRequest={() => undefined}
      />
    </>,
  )
  const offered = async (description: string) => {
    fireEvent.click(screen.getByRole('button', { name: `Ações de ${description}` }))
    await screen.findByRole('menuitem', { name: 'Anular' })
    const words = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    return words
  }
  expect(await offered('Quota 2025')).toEqual(['Alterar', 'Histórico', 'Anular'])
  expect(await offered('Quota 2026')).toEqual(['Alterar', 'Devolver o crédito usado', 'Histórico', 'Anular'])
})
