import type { Cents } from '@agremia/resources/rules/amount.ts'
import { formatAmount, parseAmount, toCents, toEuros } from '@agremia/resources/rules/amount.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { many, sql } from '../../database/sql.ts'
import type { WireRecord } from '../../rest/find-record.ts'
import { isBlank } from '../columns/read-values.ts'
import type { Target } from '../columns/targets.ts'
import { target } from '../columns/targets.ts'
import type { CheckContext, CheckedRow, Written } from './kind.ts'
import { writeRecord } from './write-record.ts'
import type { Context } from '../../rest/modules.ts'

/** What a member owes when it arrives, and its credit; amounts in cents. */
export interface OpeningDebts {
  quotas: { year: number; amount: Cents | null; dueDate?: string }[]
  /** Of no known year. */
  other: Cents | null
  credit: Cents | null
}

/** Years with a column of their own, before and after this one. */
const yearsBack = 15

/** Columns of debts: the years in one cell, an amount, credit, or a column for each year. */
export function debtTargets(terminology: Terminology, today: string): Target[] {
  const thisYear = Number(today.slice(0, 4))
  const yearly = Array.from({ length: yearsBack + 2 }, (_, index) => thisYear + 1 - index).map((year) => {
    const one = target(`owed${year}`, `{MembershipPayment} ${year}`, {
      terminology,
      help: 'Paga, em dívida, ou o valor que falta pagar.',
    })
    const titles = ['quota', 'quotas', 'ano', 'divida', 'cota', 'cotas', 'deve'].map(
      (word) => `${word} ${year}`,
    )
    return {
      ...one,
      titles: [
        ...one.titles,
        String(year),
        ...titles,
        ...titles.map((title) => title.split(' ').toReversed().join(' ')),
      ],
    }
  })
  return [
    target('owedYears', 'Anos em dívida', {
      terminology,
      help: 'Por exemplo «2023 e 2024»: cada ano fica com a {membershipPayment} do plano.',
    }),
    target('owedAmount', 'Valor em dívida', {
      terminology,
      help: 'Com os anos, reparte-se por eles; sem anos, é uma dívida anterior.',
    }),
    target('credit', 'Crédito', { terminology, help: 'O que já pagou a mais.' }),
    ...yearly,
  ]
}

const nothing = /^(0|0 00|nao|nada|em dia|sem dividas|regularizado|ok)$/
const paid = /^(x|s|sim|p|pg|pago|paga|pagou|ok|liquidado|liquidada|em dia|regularizado|isento|isenta)$/
const owed = /^(d|n|nao|deve|divida|em divida|por pagar|nao pago|nao paga|em falta|falta)$/

/** Reads what the cells say of debts into `more.debts`. */
export function readDebts(row: CheckedRow, { today }: CheckContext): void {
  const { texts, input, more, problems } = row
  const debts: OpeningDebts = { quotas: [], other: null, credit: null }
  const amounts: Record<string, Cents | null> = { owedAmount: null, credit: null }
  for (const name of Object.keys(amounts)) {
    const text = texts[name] ?? ''
    if (isBlank(text) || nothing.test(foldText(text))) continue
    const cents = parseAmount(text)
    if (cents === undefined || cents < 0) problems[name] = `«${text.slice(0, 60)}» não é um valor.`
    else amounts[name] = cents
  }
  const years = yearsIn(texts['owedYears'] ?? '')
  if (years === undefined) {
    const cents = parseAmount(texts['owedYears'] ?? '')
    if (cents === undefined || cents < 0)
      problems['owedYears'] =
        `Não se percebem os anos em «${(texts['owedYears'] ?? '').slice(0, 60)}»: escreva-os como «2023; 2024».`
    else amounts['owedAmount'] ??= cents
  }
  for (const year of years ?? []) debts.quotas.push({ year, amount: null })
  for (const [name, text] of Object.entries(texts)) {
    const year = /^owed(\d{4})$/.exec(name)?.[1]
    if (year === undefined || isBlank(text)) continue
    const folded = foldText(text)
    const cents = parseAmount(text)
    if (paid.test(folded) || cents === 0) continue
    if (owed.test(folded)) debts.quotas.push({ year: Number(year), amount: null })
    else if (cents !== undefined && cents > 0) debts.quotas.push({ year: Number(year), amount: cents })
    else
      problems[name] =
        `Não se percebe «${text.slice(0, 60)}»: escreva «paga», «em dívida» ou o valor que falta.`
  }
  debts.quotas.sort((one, other) => one.year - other.year)
  const latest = Number(today.slice(0, 4)) + 1
  const wrong = debts.quotas.find(({ year }) => year < 1900 || year > latest)
  if (wrong) problems['owedYears'] = `O ano ${wrong.year} não pode estar em dívida.`
  shareAmount(debts, amounts['owedAmount'] ?? null)
  debts.credit = amounts['credit'] ?? null
  for (const name of Object.keys(input))
    if (name === 'owedYears' || name in amounts || /^owed\d{4}$/.test(name)) delete input[name]
  if (debts.quotas.length > 0 || debts.other !== null || debts.credit !== null) more['debts'] = debts
}

/** The years of a text: `2023 e 2024`, `2021-2023`, `2022;2023`; undefined when it says something else. */
function yearsIn(text: string): number[] | undefined {
  const folded = foldText(text)
  if (isBlank(text) || nothing.test(folded)) return []
  const ranges = text.replaceAll(/(\d{4})\s*(?:a|-|–|até)\s*(\d{4})/gi, (_, from: string, to: string) => {
    const count = Number(to) - Number(from)
    if (count < 0 || count > 60) return 'x'
    return Array.from({ length: count + 1 }, (__, index) => Number(from) + index).join(' ')
  })
  const words = foldText(ranges)
    .split(' ')
    .filter((word) => !/^(deve|e|quotas?|anos?|de|em|divida|atraso|cotas?)$/.test(word))
  if (words.length === 0 || !words.every((word) => /^(19|20)\d\d$/.test(word))) return undefined
  return [...new Set(words.map(Number))].toSorted((one, other) => one - other)
}

/** An amount besides years is what they are worth together. */
function shareAmount(debts: OpeningDebts, amount: Cents | null): void {
  if (!amount) return
  const open = debts.quotas.filter((quota) => quota.amount === null)
  if (open.length === 0) {
    if (debts.quotas.length === 0) debts.other = amount
    return
  }
  const each = Math.floor(amount / open.length)
  for (const [index, quota] of open.entries())
    quota.amount = index === 0 ? amount - each * (open.length - 1) : each
}

export interface QuotaPlans {
  /** By category. */
  planOf: ReadonlyMap<string, string | null>
  plans: ReadonlyMap<string, { periodicity: string; dueDay: number; dueMonth: number }>
  prices: readonly { planId: string; categoryId: string | null; amount: Cents; validFrom: string }[]
}

const periodsOf: Readonly<Record<string, number>> = { monthly: 12, quarterly: 4, halfYearly: 2 }

/** The plans of quotas with all their prices. */
export async function prepareDebts({ db }: Pick<CheckContext, 'db'>): Promise<QuotaPlans> {
  const [categories, plans, prices] = await Promise.all([
    many(db, sql`SELECT id, quota_plan_id AS "planId" FROM member_categories`, {
      id: 'uuid',
      planId: 'uuid?',
    }),
    many(db, sql`SELECT id, periodicity, due_day AS "dueDay", due_month AS "dueMonth" FROM quota_plans`, {
      id: 'uuid',
      periodicity: 'text',
      dueDay: 'integer',
      dueMonth: 'integer',
    }),
    many(
      db,
      sql`SELECT quota_plan_id AS "planId", category_id AS "categoryId", amount, valid_from AS "validFrom" FROM quota_prices
          ORDER BY category_id IS NULL, valid_from DESC`,
      { planId: 'uuid', categoryId: 'uuid?', amount: 'cents', validFrom: 'day' },
    ),
  ])
  return {
    planOf: new Map(categories.map(({ id, planId }) => [id, planId])),
    plans: new Map(plans.map(({ id, ...plan }) => [id, plan])),
    prices,
  }
}

/** Gives each year its amount, and leaves out quotas that are there already. */
export async function completeDebts(
  rows: readonly CheckedRow[],
  before: ReadonlyMap<string, WireRecord>,
  context: CheckContext & { plans: QuotaPlans },
): Promise<void> {
  const known = rows.flatMap(({ recordId, more }) => (recordId && more['debts'] ? [recordId] : []))
  const charged =
    known.length === 0
      ? []
      : await many(
          context.db,
          sql`SELECT DISTINCT member_id AS id, year FROM unsettled_payments WHERE member_id = ANY(${known}::uuid[]) AND type = 'quota' AND status <> 'cancelled'`,
          { id: 'uuid', year: 'integer' },
        )
  const has = new Set(charged.map(({ id, year }) => `${id} ${year}`))
  const label = fillTerms('{MembershipPayment}', context.terminology)
  for (const row of rows) {
    const debts = row.more['debts'] as OpeningDebts | undefined
    if (!debts) continue
    const record = before.get(row.recordId ?? '')
    const years = debts.quotas.map(({ year }) => year)
    const twice = years.find((year, index) => years.indexOf(year) !== index)
    if (twice !== undefined) row.problems['owedYears'] = `O ano ${twice} está em duas colunas.`
    debts.quotas = debts.quotas.filter(({ year }) => !has.has(`${row.recordId} ${year}`))
    const missing: number[] = []
    for (const quota of debts.quotas) {
      const planned = plannedQuota(quota.year, { ...record, ...row.input }, context.plans)
      quota.dueDate = planned.dueDate
      quota.amount ??= planned.amount
      if (quota.amount === null) missing.push(quota.year)
      else
        row.changes.push({
          name: `owed${quota.year}`,
          label: `${label} ${quota.year}`,
          from: null,
          to: formatAmount(quota.amount),
        })
    }
    if (missing.length > 0)
      row.problems['owedYears'] =
        `Não há preço para ${joinList(missing.map(String))} nesta categoria: escreva o valor em dívida, ou crie o preço nas configurações.`
    if (record) leaveOutAmounts(row, debts)
    if (debts.other !== null)
      row.changes.push({
        name: 'owedAmount',
        label: 'Dívida anterior',
        from: null,
        to: formatAmount(debts.other),
      })
    if (debts.credit !== null)
      row.changes.push({ name: 'credit', label: 'Crédito', from: null, to: formatAmount(debts.credit) })
    if (debts.quotas.length === 0 && debts.other === null && debts.credit === null) delete row.more['debts']
  }
}

/** Amounts without a year would enter again with each import of the same file. */
function leaveOutAmounts({ notes }: CheckedRow, debts: OpeningDebts): void {
  if (debts.other !== null)
    notes['owedAmount'] =
      'Já cá está: o valor sem ano só entra com uma ficha nova. Registe a dívida na ficha.'
  if (debts.credit !== null)
    notes['credit'] = 'Já cá está: o crédito só entra com uma ficha nova. Registe o pagamento na ficha.'
  debts.other = null
  debts.credit = null
}

/** The quota of a year by the member's plan, for all its periods together. */
function plannedQuota(
  year: number,
  record: Record<string, unknown>,
  { planOf, plans, prices }: QuotaPlans,
): { amount: Cents | null; dueDate: string } {
  const categoryId = String(record['categoryId'] ?? '')
  const planId = (record['quotaPlanId'] as string | null | undefined) ?? planOf.get(categoryId)
  const plan = planId ? plans.get(planId) : undefined
  if (!plan) return { amount: null, dueDate: `${year}-12-31` }
  const periods = periodsOf[plan.periodicity] ?? 1
  const price = prices.find(
    (one) =>
      one.planId === planId &&
      (one.categoryId === categoryId || one.categoryId === null) &&
      one.validFrom <= `${year}-01-01`,
  )
  const custom = record['customQuota']
  const own =
    typeof custom === 'number'
      ? toCents(custom)
      : typeof custom === 'string'
        ? parseAmount(custom)
        : undefined
  const amount = own ?? price?.amount
  const day = `${year}-${String(plan.dueMonth).padStart(2, '0')}-${String(Math.min(plan.dueDay, 28)).padStart(2, '0')}`
  return { amount: amount ? amount * periods : null, dueDate: periods === 1 ? day : `${year}-12-31` }
}

/** Writes the charges and the credit of a member. */
export async function writeDebts(
  writing: Context,
  memberId: string,
  { quotas, other, credit }: OpeningDebts,
): Promise<Written['created']> {
  const created: Written['created'] = []
  const add = async (resource: string, input: Record<string, unknown>, given?: Record<string, unknown>) => {
    created.push(
      ...(await writeRecord(writing, resource, { recordId: null, more: {}, input }, given)).created,
    )
  }
  // First, so that it settles none of the debts: the file says both.
  if (credit !== null)
    await add('payments', {
      memberId,
      date: writing.today,
      amount: toEuros(credit),
      method: 'offset',
      reference: 'Crédito à data da importação',
    })
  const origin = { origin: 'import' }
  for (const { year, amount, dueDate } of quotas)
    await add(
      'unsettledPayments',
      { memberId, type: 'quota', year, dueDate, amount: toEuros(amount ?? 0) },
      origin,
    )
  if (other !== null)
    await add(
      'unsettledPayments',
      {
        memberId,
        type: 'other',
        dueDate: writing.today,
        description: 'Dívida anterior',
        amount: toEuros(other),
      },
      origin,
    )
  return created
}
