import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { expect, it } from 'vitest'
import { nextInstalment } from './payer-block.tsx'
import { noChoices, choicesToPay, planPayment, type Debt } from './payment-plan.ts'

const part = (number: number, paidAmount: number, waivedAmount = 0) =>
  ({
    _id: String(number),
    number,
    dueDate: `2026-0${number}-15`,
    amount: 20,
    paidAmount,
    waivedAmount,
  }) as ResourceRecord<'agreementInstalments'>

it('next instalment: the first that is not fully paid or waived, with its open amount', () => {
  expect(nextInstalment([part(1, 20), part(2, 5.5), part(3, 0)])).toEqual({
    number: 2,
    dueDate: '2026-02-15',
    cents: 1450,
  })
  expect(nextInstalment([part(1, 20), part(2, 15, 5)])).toBeUndefined()
})

it('paying an instalment settles only charges of its agreement, up to its amount', () => {
  const debt = (id: string, agreementId?: string): Debt => ({
    id,
    memberId: 'm',
    type: 'quota',
    dueDate: `2025-0${id}-01`,
    description: id,
    openAmount: 3000,
    agreementId,
  })
  const debts = [debt('1'), debt('2', 'a'), debt('3', 'a')]
  const plan = planPayment(debts, noChoices, new Set(['1', '2', '3']))
  const chosen = planPayment(
    debts,
    choicesToPay(plan, ({ agreementId }) => agreementId === 'a', 4000),
    new Set(),
  )
  expect([...chosen.settled]).toEqual([
    ['2', 3000],
    ['3', 1000],
  ])
  expect([chosen.amount, chosen.credit, chosen.remaining]).toEqual([4000, 0, 5000])
})
