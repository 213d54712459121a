import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { beginAs, explainerOf, renderAt } from '../../api/testing-page.tsx'
import { Question, questionAfter } from '../../ui/testing-question.tsx'
import { EndedCharges } from './ended-charges.tsx'
import { ChargeMenu } from './open-charges.tsx'
import { MemberDebtsActions } from './member-debts-actions.tsx'

const charge = { _id: 'd1', _version: 1, description: 'Quota 2025', amount: 24, openAmount: 24 }

beforeEach(() => beginAs('admin', explainerOf('members', 'unsettledPayments')))

it('the use of credit names what is used, what stays owed and what stays credit', async () => {
  fakeServer(() => jsonResponse({ data: [] }))
  const open = [charge, { ...charge, _id: 'd2', openAmount: 6.5 }] as ResourceRecord<'unsettledPayments'>[]
  renderAt(
    <>
      <MemberDebtsActions
        member={{ _id: 'm1', _version: 1, credit: 50 } as ResourceRecord<'members'>}
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
      <EndedCharges charges={[{ ...charge, status: 'exempt' } as ResourceRecord<'unsettledPayments'>]} />
      <Question />
    </>,
  )
  expect(await questionAfter(() => fireEvent.click(screen.getByText('Repor')))).toBe(
    'Repor «Quota 2025»? Voltam a ser devidos 24,00 €.',
  )
})

it('releasing credit states what the server says that is released, and is not offered without used credit', async () => {
  const consequences = ['7,25 € de crédito voltam a estar por usar.']
  fakeServer(() => jsonResponse({ data: { refusal: null, consequences } }))
  const show = (usesCredit: boolean) =>
    renderAt(
      <>
        <ChargeMenu
          charge={{ ...charge, usesCredit } as ResourceRecord<'unsettledPayments'>}
          onRequest={() => {}}
        />
        <Question />
      </>,
    )
  const open = () => fireEvent.click(screen.getByRole('button', { name: 'Ações de Quota 2025' }))
  show(true)
  open()
  const release = await screen.findByText('Devolver o crédito usado')
  expect(await questionAfter(() => fireEvent.click(release))).toBe(
    'Devolver o crédito usado em «Quota 2025»? 7,25 € de crédito voltam a estar por usar.',
  )
  cleanup()
  show(false)
  open()
  expect(await screen.findByText('Histórico')).toBeTruthy()
  expect(screen.queryByText('Devolver o crédito usado')).toBeNull()
})
