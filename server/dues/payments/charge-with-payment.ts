import { coerce } from '@agremia/resources/coerce.ts'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { chargeTypes, unsettledPayments } from '@agremia/resources/definitions/unsettled-payments.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { ApiError, invalid } from '../../errors.ts'
import type { WriteContext } from '../../rest/modules.ts'
import { planOf } from '../../rest/modules.ts'
import { saveRecord, validateRecord } from '../../rest/write.ts'

/** A payment line with a new charge: the charge is created with the payment, by the usual rules of charges. */
export interface NewLine {
  charge: Record<string, unknown>
  amount?: unknown
}

/** Each new charge takes a dozen statements while the ledger is locked. */
const mostCharges = 30

export function newLinesOf(items: readonly unknown[]): NewLine[] {
  return items.filter(isNewLine)
}

export function isNewLine(item: unknown): item is NewLine {
  const charge = item !== null && typeof item === 'object' ? (item as Partial<NewLine>).charge : undefined
  return typeof charge === 'object' && charge !== null && !Array.isArray(charge)
}

/** The member whom a new line is about: who pays, unless it names another. */
export function memberOfLine({ charge }: NewLine, payerId: string): string {
  return typeof charge['memberId'] === 'string' ? charge['memberId'].toLowerCase() : payerId
}

/** A new line as the payment counts it: cents. */
export interface JudgedLine {
  type: ChargeType
  memberId: string
  description: string
  amount: number
}

/** The charges of a payment's new lines, or the error message of one of them. Writes nothing. */
export async function judgeNewLines(
  context: WriteContext,
  lines: readonly NewLine[],
): Promise<string | JudgedLine[]> {
  if (lines.length > mostCharges) return `No máximo ${mostCharges} linhas novas em cada pagamento.`
  const plan = planOf(context.engine, unsettledPayments.name)
  const judged: JudgedLine[] = []
  for (const line of lines) {
    const input = chargeOf(context, line)
    const description = await describe(context, input)
    const { errors } = await validateRecord(context, plan, input)
    const [problem] = Object.values(errors).flat()
    if (problem !== undefined) return `«${description}»: ${problem}`
    const [whole, amount] = [input['amount'], line.amount ?? input['amount']].map((given) =>
      centsOf(context, given),
    )
    if (whole === undefined || amount === undefined || amount <= 0 || amount > whole)
      return `«${description}»: indique um valor acima de 0,00\u00A0€, que não passe do valor da linha.`
    const type = input['type'] as ChargeType
    judged.push({ type, memberId: String(input['memberId']), description, amount })
  }
  return judged
}

/**
 * Makes the charges of a payment's new lines, each as if somebody had written it, and has the payment name them. Needs the
 * ledger locked. Answers their ids.
 */
export async function makeCharges(context: WriteContext, items: readonly unknown[]): Promise<string[]> {
  if (!items.some(isNewLine)) return []
  const plan = planOf(context.engine, unsettledPayments.name)
  const made: string[] = []
  const named: unknown[] = []
  for (const item of items) {
    if (!isNewLine(item)) {
      named.push(item)
      continue
    }
    const input = chargeOf(context, item)
    try {
      const charge = await saveRecord(context, plan, { id: null, input, mode: 'create' })
      made.push(charge._id)
      named.push({ unsettledPaymentId: charge._id, amount: item.amount ?? charge['amount'] })
    } catch (error) {
      const [problem] = error instanceof ApiError ? Object.values(error.errors ?? {}).flat() : []
      if (problem === undefined) throw error
      throw invalid({ items: [`«${await describe(context, input)}»: ${problem}`] })
    }
  }
  context.merged['items'] = named
  return made
}

/** The charge as it would be sent by itself: of who pays, due on the day of the payment, unless it says otherwise. */
function chargeOf({ merged }: WriteContext, line: NewLine): Record<string, unknown> {
  const { _id: _, ...charge } = line.charge
  const memberId = memberOfLine(line, String(merged['memberId']))
  return {
    ...charge,
    memberId,
    type: charge['type'] ?? 'other',
    dueDate: charge['dueDate'] ?? merged['date'],
  }
}

async function describe(
  { world }: WriteContext,
  { description, type }: Record<string, unknown>,
): Promise<string> {
  if (typeof description === 'string' && description.trim() !== '') return description.slice(0, 200)
  const label = chargeTypes[type as ChargeType] as string | undefined
  return label === undefined ? 'Linha nova' : fillTerms(label, await world.organisation.terminology())
}

function centsOf({ today }: WriteContext, amount: unknown): number | undefined {
  const coerced = coerce(unsettledPayments.fields.amount, amount, today)
  return 'problem' in coerced || typeof coerced.value !== 'number' ? undefined : coerced.value
}
