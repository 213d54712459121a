import { unsettledPayments } from '@agremia/resources/definitions/unsettled-payments.ts'
import { many, sql } from '../../database/sql.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { type Cents, formatAmount, parseAmount, toEuros } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { readingOf } from '../doubts.ts'
import { readYes } from '../columns/read-values.ts'
import { fieldTargets, target } from '../columns/targets.ts'
import type { OwnRecord } from './equal-records.ts'
import { neverCharged } from '../../dues/index.ts'
import { isToBePaid, keepCancelled, pairEqual, readState } from './equal-records.ts'
import { matchPayers, payerTargets } from './find-payers.ts'
import type { CheckContext, CheckedRow, KindOfImport } from './kind.ts'
import { cancelCreated, restoreValues, undoneReason, writeRecord } from './write-record.ts'

/** Charges of members. A charge that is equal in what the columns say is that one, and so is a quota or joia of the same period. */
export const chargesKind: KindOfImport = {
  kind: 'unsettledPayments',
  resource: 'unsettledPayments',
  lists: [],
  targets: (terminology) => [
    ...payerTargets(terminology),
    ...fieldTargets(unsettledPayments, terminology, { without: ['memberId'] }),
    target('status', unsettledPayments.fields.status.label, {
      terminology,
      help: 'As pagas, as isentas e as anuladas não entram.',
    }),
    target('isPaid', 'Já está paga', { terminology, help: 'Sim ou não: as que estão pagas não entram.' }),
    target('contributionType', 'Tipo de contribuição', {
      terminology,
      help: 'Só entram as que estão por pagar.',
    }),
    target('alreadyPaid', 'Valor já pago', { terminology, help: 'Desconta-se no valor.' }),
  ],
  read(row) {
    const { input, texts } = row
    readPaid(row)
    readActivity(row)
    readContribution(row)
    if (input['year'] && !texts['type']) input['type'] ??= 'quota'
    // The whole year has no code.
    if (/^(ano|anual)$/i.test(texts['period'] ?? '')) delete input['period']
  },
  async match(rows, context) {
    await matchPayers(rows, context, { required: true })
    const known = await findCharges(rows, context)
    const hasPeriod = context.mapped.has('period')
    const equal = rows.flatMap((row) => {
      const { input, problems } = row
      if (!input['memberId'] || problems['type'] || problems['amount']) return []
      const own = known.get(String(input['memberId'])) ?? []
      const wanted = valuesOf(row, hasPeriod)
      const names = Object.keys(wanted) as (keyof ChargeValues)[]
      const isEqual = (charge: Charge) => names.every((name) => charge[name] === wanted[name])
      const key = [input['memberId'], ...names.map((name) => `${name}=${wanted[name]}`)].join(' ')
      return [{ row, key, known: own.filter(isEqual) }]
    })
    await pairEqual(context, equal)
    const taken = new Set(rows.map(({ recordId }) => recordId))
    for (const row of rows) {
      const own = known.get(String(row.input['memberId'])) ?? []
      if (row.recordId === null) matchPeriod(row, own, hasPeriod)
      completeRow(row, context)
      if (row.recordId === null && !row.isLeftOut)
        matchAlike(
          row,
          own.filter(({ id }) => !taken.has(id)),
          context,
        )
    }
  },
  write: (writing, row) => writeRecord(writing, 'unsettledPayments', row, { origin: 'import' }),
  async undo(writing, { created: [created], changed }) {
    if (changed) return restoreValues(writing, 'unsettledPayments', changed)
    if (!created) return undefined
    const problem = await cancelCreated(writing, created)
    if (problem === undefined) await neverCharged(writing.db, created.id)
    return problem
  },
}

/** Subtracts the paid part from the amount. */
function readPaid({ input, texts, problems }: CheckedRow): void {
  const text = texts['alreadyPaid'] ?? ''
  if (text === '') return
  const [paid, amount] = [parseAmount(text), parseAmount(String(input['amount'] ?? ''))]
  if (paid === undefined) problems['alreadyPaid'] = `«${text.slice(0, 60)}» não é um valor.`
  else if (amount !== undefined) input['amount'] = toEuros(amount - paid)
}

/** A description says the year of a quota: `Quota anual 2026`. */
function readActivity({ input, texts }: CheckedRow): void {
  const text = texts['description'] ?? ''
  const year = /\b(?:19|20)\d\d\b/.exec(text)?.[0]
  if (year === undefined || !/\b(quotas?|cotas?|cotisations?)\b/.test(foldText(text))) return
  if (texts['type'] || texts['year']) return
  Object.assign(input, { type: 'quota', year })
}

/** A list of contributions has payments too. */
function readContribution(row: CheckedRow): void {
  const text = row.texts['contributionType'] ?? ''
  if (text === '') return
  if (isToBePaid(text)) {
    if (/\b(fee|cotisation|quota|beitrag)\b/.test(foldText(text))) row.input['type'] ??= 'quota'
    return
  }
  row.isLeftOut = true
  row.notes['contributionType'] = 'Está paga: entra quando o ficheiro se importa como pagamentos.'
}

/** What a row may say of a charge, as texts; a whole year has an empty period. */
interface ChargeValues {
  type: string
  year: string
  period: string
  description: string
  dueDate: string
  amount: string
}

interface Charge extends OwnRecord, ChargeValues {
  memberId: string
}

/** The charges of the members of rows, by member, without those of imports that were undone; cancelled ones last. */
async function findCharges(
  rows: readonly CheckedRow[],
  { db }: CheckContext,
): Promise<Map<string, Charge[]>> {
  const ids = rows.flatMap(({ input }) => (input['memberId'] ? [String(input['memberId'])] : []))
  const known = await many(
    db,
    sql`SELECT id, status, member_id AS "memberId", type, year::text AS year, coalesce(period, '') AS period, description, due_date::text AS "dueDate",
          amount::text AS amount FROM unsettled_payments
        WHERE member_id = ANY(${ids}::uuid[]) AND cancel_reason IS DISTINCT FROM ${undoneReason} ORDER BY status = 'cancelled', due_date, id`,
    {
      id: 'uuid',
      status: 'text',
      memberId: 'uuid',
      type: 'text',
      year: 'text',
      period: 'text',
      description: 'text',
      dueDate: 'text',
      amount: 'text',
    },
  )
  return Map.groupBy(known, ({ memberId }) => memberId)
}

/** The values of a row that identify a charge, as far as the file has them. */
function valuesOf({ input }: CheckedRow, hasPeriod: boolean): Partial<ChargeValues> {
  const given = (name: keyof ChargeValues) => {
    const value = input[name]
    return value === undefined || value === null ? undefined : String(value)
  }
  const [year, description, dueDate] = [given('year'), given('description'), given('dueDate')]
  return {
    type: given('type') ?? String(unsettledPayments.fields.type.default),
    ...(year !== undefined && { year }),
    ...(hasPeriod && { period: given('period') ?? '' }),
    ...(description !== undefined && { description }),
    ...(dueDate !== undefined && { dueDate }),
    amount: String(parseAmount(given('amount') ?? '') ?? ''),
  }
}

/** At most one quota or joia of a member is of a period: a row with other values changes that one. Without year and period, the description tells. */
function matchPeriod(row: CheckedRow, charges: readonly Charge[], hasPeriod: boolean): void {
  const { type, year, period, description, dueDate } = valuesOf(row, hasPeriod)
  if (!row.input['memberId'] || (type !== 'quota' && type !== 'joia')) return
  const ofType = charges.filter((charge) => charge.type === type)
  const described =
    year === undefined && !hasPeriod ? ofType.filter((charge) => charge.description === description) : []
  const place = { year: year ?? (dueDate ?? '').slice(0, 4), period: period ?? '' }
  const [charge] =
    described.length > 0
      ? described
      : ofType.filter((one) => one.year === place.year && one.period === place.period)
  if (charge) {
    row.recordId = charge.id
    row.keys.push(`record:${charge.id}`)
    keepCancelled(row, charge)
  } else row.keys.push(`charge:${String(row.input['memberId'])} ${type} ${place.year} ${place.period}`)
}

/** What may be changed in an exported list, and by which a charge is still known. A list of ours has the state too. */
const alikeNames = ['amount', 'description', 'dueDate'] as const

/**
 * Makes a row doubtful that has all but one of the values of one charge that is owed: it may be that one, changed in a spreadsheet. Another due date
 * is that only in a list exported from here, since charges that come back each month differ by it.
 */
function matchAlike(row: CheckedRow, charges: readonly Charge[], { mapped }: CheckContext): void {
  const wanted = valuesOf(row, mapped.has('period'))
  if (wanted.description === undefined || wanted.dueDate === undefined) return
  const names = Object.keys(wanted) as (keyof ChargeValues)[]
  const alike = charges.flatMap((charge) => {
    const [name, ...others] = names.filter((one) => charge[one] !== wanted[one])
    const changed = others.length > 0 ? undefined : alikeNames.find((one) => one === name)
    const mayBe = changed !== undefined && (changed !== 'dueDate' || mapped.has('status'))
    return mayBe && ['open', 'partial'].includes(charge.status) ? [{ charge, changed }] : []
  })
  const [one, ...others] = alike
  if (!one || others.length > 0) return
  const { id, description, amount, dueDate } = one.charge
  const reading = readingOf(row, {
    kind: 'charge',
    name: one.changed,
    text: `Há uma dívida «${description.slice(0, 60)}», de ${formatAmount(Number(amount) as Cents)}, que vence em ${formatDate(dueDate)}.`,
    suggested: 'É essa, e muda',
    other: 'É outra, a acrescentar',
  })
  if (reading === 'other') return
  row.recordId = id
  row.keys.push(`record:${id}`)
}

/** What cells only imply is for new charges; those that are paid do not enter. */
function completeRow(row: CheckedRow, context: CheckContext): void {
  const { input, texts, notes } = row
  readState(row, unsettledPayments.fields.status, context)
  const isPaid = readYes(texts['isPaid'] ?? '') || /^pag[ao]$/i.test(texts['isPaid'] ?? '')
  if (isPaid) notes['isPaid'] = 'Já está paga.'
  if (row.recordId !== null) {
    for (const name of ['type', 'year']) if (!texts[name]) delete input[name]
    return
  }
  const amount = parseAmount(String(input['amount'] ?? ''))
  if (isPaid || (texts['alreadyPaid'] && amount !== undefined && amount <= 0)) row.isLeftOut = true
  // A year without a due day is owed at its end.
  if (!input['dueDate'] && /^\d{4}$/.test(String(input['year'] ?? '')))
    input['dueDate'] = `${String(input['year'])}-12-31`
}
