import { describe, expect, it } from 'vitest'
import {
  amountOfAll,
  cashProblemOf,
  changeOf,
  choicesToPayAll,
  noChoices,
  overpaymentWarning,
  planPayment,
  proposedDebts,
  keepTicks,
  toggleDebt,
  type Debt,
} from './payment-plan.ts'

const debt = (id: string, dueDate: string, more: Partial<Debt> = {}): Debt => ({
  id,
  memberId: 'ana',
  type: 'quota',
  dueDate,
  description: id,
  openAmount: 2400,
  ...more,
})

const first = debt('2025', '2025-03-31')
const second = debt('2026', '2026-03-31')
const card = debt('card', '2026-11-30', { type: 'card', openAmount: 350 })
const debts = [card, second, first]
const proposed = proposedDebts(debts, '2026-11-22')

const settledBy = (choices: Parameters<typeof planPayment>[1]) => {
  const { settled, ...plan } = planPayment(debts, choices, proposed)
  return { ...plan, settled: Object.fromEntries(settled) }
}

it('warns when the amount is more than twice the debt, but not when nothing is owed', () => {
  const warn = (owed: readonly Debt[], written: number) =>
    overpaymentWarning(planPayment(owed, { ...noChoices, written }, proposed))
  expect(warn([first], 48)).toBeUndefined()
  expect(warn([first], 48.01)).toMatch(/A dívida é de 24,00\s€: 24,01\s€ ficam como crédito/)
  expect(warn([], 500)).toBeUndefined()
})

it('a new line is ticked by default, does not change the proposed debts, and counts as debt only when partly paid', () => {
  const line = debt('new', '2026-11-22', { type: 'donation', openAmount: 1000, charge: { type: 'donation' } })
  const all = [second, line]
  const ticked = proposedDebts(all, '2026-01-01')
  expect([...ticked].toSorted()).toEqual(['2026', 'new'])
  const paid = planPayment(all, noChoices, ticked)
  expect([paid.amount, paid.remaining]).toEqual([3400, 0])
  const without = planPayment(all, toggleDebt(paid, 'new'), ticked)
  expect([without.amount, without.remaining]).toEqual([2400, 0])
  const inPart = planPayment(all, { ...noChoices, written: 29 }, ticked)
  expect([inPart.settled.get('new'), inPart.remaining]).toEqual([500, 500])
})

describe('proposed debts', () => {
  it('are those due until today, inclusive', () => {
    expect([...proposed]).toEqual(['2025', '2026'])
    expect([...proposedDebts([second], '2026-03-31')]).toEqual(['2026'])
  })

  it('without due debts, propose the next one', () => {
    expect([...proposedDebts([card, second], '2026-01-01')]).toEqual(['2026'])
  })

  it('are the requested ones of a member, if any were requested', () => {
    const child = debt('child', '2025-01-01', { memberId: 'rui' })
    expect([...proposedDebts([...debts, child], '2026-11-22', ['card'])].toSorted()).toEqual([
      'card',
      'child',
    ])
  })

  it('are chosen separately for each member', () => {
    const child = debt('child', '2027-01-01', { memberId: 'rui' })
    expect([...proposedDebts([first, child], '2026-11-22')]).toEqual(['2025', 'child'])
  })
})

describe('payment plan', () => {
  it('without a typed amount, is the sum of the ticked debts', () => {
    expect(settledBy(noChoices)).toMatchObject({
      amount: 4800,
      settled: { 2025: 2400, 2026: 2400 },
      credit: 0,
      remaining: 350,
    })
  })

  it('with a smaller amount, settles the oldest debts, the last one partly', () => {
    expect(settledBy({ ...noChoices, written: 30 })).toMatchObject({
      amount: 3000,
      settled: { 2025: 2400, 2026: 600 },
      remaining: 2150,
    })
  })

  it('with a larger amount, also settles debts that are not due, and the rest is credit', () => {
    const plan = settledBy({ ...noChoices, written: 60 })
    expect(plan).toMatchObject({ settled: { 2025: 2400, 2026: 2400, card: 350 }, credit: 850, remaining: 0 })
  })

  it('settles ticked debts first', () => {
    const plan = settledBy({ ticks: { 2025: false, 2026: true }, written: 30 })
    expect(plan.settled).toEqual({ 2026: 2400, 2025: 600 })
  })

  it.each([[null], ['abc'], ['']])('with the amount %o, settles nothing and has no amount', (written) => {
    expect(settledBy({ ...noChoices, written })).toMatchObject({ amount: undefined, settled: {}, credit: 0 })
  })

  it('with a negative amount, settles nothing', () => {
    expect(settledBy({ ...noChoices, written: -5 })).toMatchObject({ amount: -500, settled: {}, credit: 0 })
  })
})

describe('ticking debts', () => {
  it('replaces the amount, also a typed one', () => {
    const partial = planPayment(debts, { ...noChoices, written: 30 }, proposed)
    expect(settledBy(toggleDebt(partial, '2026'))).toMatchObject({ amount: 2400, settled: { 2025: 2400 } })
    expect(settledBy(toggleDebt(partial, 'card'))).toMatchObject({ amount: 5150 })
  })

  it('keeps the ticks when another member is added', () => {
    const plan = planPayment(debts, { ticks: { 2026: false }, written: undefined }, proposed)
    expect(settledBy(keepTicks(plan)).settled).toEqual({ 2025: 2400 })
  })
})

describe('cash problem', () => {
  const gift = debt('gift', '2026-03-31', { type: 'donation', openAmount: 30000 })
  const today = { date: '2026-11-22', method: 'cash' }
  const planOf = (written: number) =>
    planPayment(
      [gift, debt('dear', '2026-04-30', { openAmount: 500000 })],
      { ...noChoices, written },
      proposed,
    )

  it('reports amounts above the legal limits of cash payments', () => {
    expect(cashProblemOf(planOf(200), today)).toBeUndefined()
    expect(cashProblemOf(planOf(200.01), today)).toMatch(/Donativos acima de/)
    expect(cashProblemOf(planOf(3000), today)).toMatch(/Em numerário só até/)
  })

  it('reports nothing for other methods, without a date, or without an amount', () => {
    expect(cashProblemOf(planOf(3000), { ...today, method: 'transfer' })).toBeUndefined()
    expect(cashProblemOf(planOf(3000), { method: 'cash', date: null })).toBeUndefined()
    expect(cashProblemOf(planOf(0), today)).toBeUndefined()
  })
})

it('all that is owed is paid at once, without lines that the person unticked', () => {
  const donation = debt('new-1', '2026-11-22', { type: 'donation', openAmount: 500, charge: {} })
  const all = [...debts, donation]
  const plan = planPayment(all, noChoices, proposedDebts(all, '2026-11-22'))
  expect(amountOfAll(plan)).toBe(2400 + 2400 + 350 + 500)
  expect(planPayment(all, choicesToPayAll(plan), new Set())).toMatchObject({
    amount: 5650,
    credit: 0,
    remaining: 0,
  })
  const without = planPayment(all, toggleDebt(plan, 'new-1'), new Set())
  expect(amountOfAll(without)).toBe(5150)
  expect(planPayment(all, choicesToPayAll(without), new Set()).settled.has('new-1')).toBe(false)
})

it('the change is the given cash minus the amount, and undefined without amounts', () => {
  expect(changeOf(50, 2400)).toBe(2600)
  expect(changeOf(20, 2400)).toBe(-400)
  expect(changeOf('vinte', 2400)).toBeUndefined()
  expect(changeOf(20, undefined)).toBeUndefined()
})
