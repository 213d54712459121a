import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { Explainer } from '@agremia/resources/descriptor.ts'
import type { StoredRecord } from '../../api/client.ts'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { beginAs, renderAt } from '../../api/testing-page.tsx'
import { Question, questionAfter } from '../../ui/testing-question.tsx'
import { releaseCredit } from './charge-actions.ts'
import { EndedCharges } from './ended-charges.tsx'
import { MemberDebtsActions } from './member-debts-actions.tsx'

const explainer = {
  data: {},
  resources: {
    members: { actions: [{ name: 'useCredit' }] },
    unsettledPayments: { actions: [{ name: 'restore' }], may: {} },
  },
} as unknown as Explainer

const charge = { _id: 'd1', _version: 1, description: 'Quota 2025', amount: 24, openAmount: 24 }

beforeEach(() => beginAs('admin', explainer))

it('the use of credit names what is used, what stays owed and what stays credit', async () => {
  fakeServer(() => jsonResponse({ data: [] }))
  const open = [charge, { ...charge, _id: 'd2', openAmount: 6.5 }] as unknown as StoredRecord[]
  renderAt(
    <>
      <MemberDebtsActions
        member={{ _id: 'm1', _version: 1, credit: 50 } as unknown as StoredRecord}
        open={open}
      />
      <Question />
    </>,
  )
  expect(await questionAfter(() => fireEvent.click(screen.getByText('Usar o crédito')))).toBe(
    'Usar o crédito? São usados 30,50 €, nas dívidas mais antigas primeiro. Ficam 0,00 € por pagar e 19,50 € de crédito.',
  )
})

it('restoring a charge names what is owed again', async () => {
  fakeServer(() => jsonResponse({ data: [] }))
  renderAt(
    <>
      <EndedCharges charges={[{ ...charge, status: 'exempt' } as unknown as StoredRecord]} />
      <Question />
    </>,
  )
  expect(await questionAfter(() => fireEvent.click(screen.getByText('Repor')))).toBe(
    'Repor «Quota 2025»? Voltam a ser devidos 24,00 €.',
  )
})

it('releasing credit names how much is released', async () => {
  fakeServer(() => jsonResponse({ data: [], meta: { total: 2, sums: { amount: 7.25 } } }))
  renderAt(<Question />)
  expect(await questionAfter(() => void releaseCredit(charge as unknown as StoredRecord))).toBe(
    'Devolver o crédito usado em «Quota 2025»? 7,25 € de crédito voltam a estar por usar, e a dívida volta a ser devida nessa parte.',
  )
})
