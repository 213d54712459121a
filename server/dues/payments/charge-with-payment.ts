import type { payments } from '@agremia/resources/definitions/payments.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { coerce } from '@agremia/resources/coerce.ts'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { chargeTypes, unsettledPayments } from '@agremia/resources/definitions/unsettled-payments.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { ApiError, invalid } from '../../errors.ts'
import type { HookContext } from '../../rest/modules.ts'
import { planOf } from '../../rest/modules.ts'
import { saveRecord, validateRecord } from '../../rest/write.ts'
import { isNameIn } from '@agremia/resources/names.ts'

/** A payment line with a new charge, which is created with the payment under the usual rules of charges. */
export interface NewLine {
  charge: Record<string, unknown>
  amount?: unknown
}

/** Limit of new charges: each takes a dozen statements while the ledger is locked. */
const maxCharges = 30

export function newLinesOf(items: readonly unknown[]): NewLine[] {
  return items.filter(isNewLine)
}

export function isNewLine(item: unknown): item is NewLine {
  const charge = item !== null && typeof item === 'object' ? (item as Partial<NewLine>).charge : undefined
  return typeof charge === 'object' && charge !== null && !Array.isArray(charge)
}

/** The member of a new line; default: the payer. */
export function memberOfLine({ charge }: NewLine, payerId: string): string {
  return typeof charge['memberId'] === 'string' ? charge['memberId'].toLowerCase() : payerId
}

export const invalidItems = (message: string) => invalid({ items: [message] })

/** A valid new line; amount in cents. */
export interface CheckedLine {
  type: ChargeType
  memberId: string
  description: string
  amount: Cents
}

/** Validates the charges of new lines, and returns them. Throws 422 on `items`. Writes nothing. */
export async function checkNewLines(
  context: HookContext<typeof payments>,
  lines: readonly NewLine[],
): Promise<CheckedLine[]> {
  if (lines.length > maxCharges) throw invalidItems(`No máximo ${maxCharges} linhas novas em cada pagamento.`)
  const plan = planOf(context.world, unsettledPayments.name)
  const checked: CheckedLine[] = []
  for (const line of lines) {
    const input = chargeOf(context, line)
    const description = await describe(context, input)
    const { errors } = await validateRecord(context, plan, input)
    const [problem] = Object.values(errors).flat()
    if (problem !== undefined) throw invalidItems(`«${description}»: ${problem}`)
    const [whole, amount] = [input.amount, line.amount ?? input.amount].map((value) =>
      centsOf(context, value),
    )
    if (whole === undefined || amount === undefined || amount <= 0 || amount > whole)
      throw invalidItems(
        `«${description}»: indique um valor acima de 0,00\u00A0€, que não passe do valor da linha.`,
      )
    const type = input.type as ChargeType
    checked.push({ type, memberId: String(input.memberId), description, amount })
  }
  return checked
}

/**
 * Creates the charges of new lines, under the rules of manual charges, and replaces these lines by lines with the ids of the charges.
 * Needs the ledger locked. Returns the ids.
 */
export async function createCharges(
  context: HookContext<typeof payments>,
  items: readonly Record<string, unknown>[],
): Promise<string[]> {
  if (!items.some(isNewLine)) return []
  const plan = planOf(context.world, unsettledPayments.name)
  const created: string[] = []
  const named: Record<string, unknown>[] = []
  for (const item of items) {
    if (!isNewLine(item)) {
      named.push(item)
      continue
    }
    const input = chargeOf(context, item)
    try {
      const charge = await saveRecord(context, plan, { id: null, input, mode: 'create' })
      created.push(charge._id)
      named.push({ unsettledPaymentId: charge._id, amount: item.amount ?? charge['amount'] })
    } catch (error) {
      const [problem] = error instanceof ApiError ? Object.values(error.errors ?? {}).flat() : []
      if (problem === undefined) throw error
      throw invalidItems(`«${await describe(context, input)}»: ${problem}`)
    }
  }
  context.set({ items: named })
  return created
}

/** The input of the charge; defaults: of the payer, due on the payment's date. */
function chargeOf({ merged }: HookContext<typeof payments>, line: NewLine): Record<string, unknown> {
  const { _id: _, ...charge } = line.charge
  const memberId = memberOfLine(line, String(merged.memberId))
  return {
    ...charge,
    memberId,
    type: charge['type'] ?? 'other',
    dueDate: charge['dueDate'] ?? merged.date,
  }
}

async function describe(
  { world }: HookContext<typeof payments>,
  { description, type }: Record<string, unknown>,
): Promise<string> {
  if (typeof description === 'string' && description.trim() !== '') return description.slice(0, 200)
  const label = isNameIn(chargeTypes, type) ? chargeTypes[type] : undefined
  return label === undefined ? 'Linha nova' : fillTerms(label, await world.organisation.terminology())
}

function centsOf({ today }: HookContext<typeof payments>, amount: unknown): Cents | undefined {
  const coerced = coerce(unsettledPayments.fields.amount, amount, today)
  return 'problem' in coerced || typeof coerced.value !== 'number' ? undefined : coerced.value
}
