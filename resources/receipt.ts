import type { Cents } from './rules/amount.ts'
import type { PaymentMethod } from './payment-methods.ts'
import { paymentMethods } from './payment-methods.ts'
import { amountInWords } from './rules/amount-in-words.ts'
import { formatAmount } from './rules/amount.ts'
import type { DateText } from './rules/dates.ts'
import { formatDateLong } from './rules/dates.ts'
import { nif } from './rules/identity-numbers.ts'
import type { ChargeType } from './definitions/unsettled-payments.ts'
import type { Terminology } from './terminology.ts'
import { fillTerms } from './terminology.ts'

export type ReceiptStatus = 'registered' | 'confirmed' | 'returned' | 'cancelled'

/** Data of a receipt. Amounts in cents. */
export interface ReceiptFacts {
  title: string
  number: string
  date: string
  amount: Cents
  method: PaymentMethod
  reference: string | null
  status: ReceiptStatus
  cancelReason: string | null
  /** The day on which the money went back, of returned payments. */
  returnedOn: DateText | null
  receivedBy: string
  memberId: string
  memberNumber: number
  /** The organisation's term for the member number. */
  memberNumberLabel: string
  name: string
  nif: string | null
  /** `detail` has the type and period when the description does not; `isPart`: the charge was more. */
  lines: {
    description: string
    detail: string
    amount: Cents
    memberId: string
    name: string
    isPart: boolean
  }[]
  /** Texts required by law. */
  mentions: string[]
  /** Code that verifies the receipt, as in `rules/card-code.ts`. */
  checkCode: string
  /** Page that verifies the receipt. */
  checkUrl: string
}

/** The formatted content of a receipt, the same on screen and in the PDF. */
export interface ReceiptContent {
  title: string
  /** Reason of the cancellation; null while it is valid. */
  cancelled: string | null
  /** The day on which the payment was returned, in words: `em 3 de março de 2026`; null while the money is there. */
  returned: string | null
  /** `memberId`: the member whose name the value is. */
  facts: { label: string; value: string; memberId?: string }[]
  /** Lines by member; `name` and `subtotal` are null when there is only one. */
  groups: ReceiptGroup[]
  total: string
  words: string
  notes: string[]
  checkCode: string
  checkUrl: string
}

export interface ReceiptGroup {
  memberId: string
  name: string | null
  lines: { text: string; amount: string }[]
  subtotal: string | null
}

/** `ReceiptContent`, for answers. */
export const receiptShape = {
  title: 'text',
  cancelled: 'text?',
  returned: 'text?',
  facts: [{ label: 'text', value: 'text', 'memberId?': 'uuid' }],
  groups: [
    {
      memberId: 'uuid',
      name: 'text?',
      lines: [{ text: 'text', amount: 'text' }],
      subtotal: 'text?',
    },
  ],
  total: 'text',
  words: 'text',
  notes: 'text[]',
  checkCode: 'text',
  checkUrl: 'text',
} as const

/** Column headings of a receipt. */
export const receiptColumns = { text: 'Descrição', amount: 'Valor' } as const

/** Formats the content of a receipt. Lines are grouped by member when it pays the charges of several. */
export function receiptContent(receipt: ReceiptFacts): ReceiptContent {
  const { title, number, date, amount, method, reference, lines } = receipt
  return {
    title: `${title} n.º ${number}`,
    cancelled: receipt.status === 'cancelled' ? (receipt.cancelReason ?? '') : null,
    returned: receipt.returnedOn === null ? null : `em ${formatDateLong(receipt.returnedOn)}`,
    facts: [
      { label: 'Data', value: formatDateLong(date) },
      { label: 'Recebido de', value: receipt.name, memberId: receipt.memberId },
      { label: receipt.memberNumberLabel, value: String(receipt.memberNumber) },
      { label: 'NIF', value: nif.format(receipt.nif ?? '') },
      { label: 'Meio de pagamento', value: paymentMethods[method] },
      { label: 'Referência', value: reference ?? '' },
    ].filter(({ value }) => value !== ''),
    groups: groupsOf(lines),
    total: formatAmount(amount),
    words: `Recebemos de ${receipt.name} a quantia de ${formatAmount(amount)} (${amountInWords(amount)}).`,
    notes: [...receipt.mentions, `Recebido por ${receipt.receivedBy}. Processado por computador.`],
    checkCode: receipt.checkCode,
    checkUrl: receipt.checkUrl,
  }
}

/** Groups lines by member, in order of first appearance. */
function groupsOf(lines: ReceiptFacts['lines']): ReceiptGroup[] {
  const byMember = Map.groupBy(lines, ({ memberId }) => memberId)
  const isFamily = byMember.size > 1
  return [...byMember].map(([memberId, own]) => ({
    memberId,
    name: isFamily ? (own[0]?.name ?? '') : null,
    lines: own.map((line) => ({
      text: `${[line.description, line.detail].filter(Boolean).join(' · ')}${line.isPart ? ' (em parte)' : ''}`,
      amount: formatAmount(line.amount),
    })),
    subtotal: isFamily ? formatAmount(own.reduce((sum, line) => sum + line.amount, 0)) : null,
  }))
}

const titles: Partial<Record<ChargeType, string>> = {
  quota: 'Recibo de {membershipPayment}',
  joia: 'Recibo de {membershipPayment}',
  donation: 'Recibo de donativo',
  capital: 'Comprovativo de subscrição de capital',
}

/**
 * Returns the title of a receipt from the types of its lines (null: credit). Never "invoice": it is an acknowledgement of a
 * payment.
 */
export function receiptTitle(types: readonly (ChargeType | null)[], terminology: Terminology): string {
  const distinct = new Set(types.flatMap((type) => (type === null ? [] : [titles[type] ?? 'Recibo'])))
  const [only] = distinct
  return only !== undefined && distinct.size === 1 ? fillTerms(only, terminology) : 'Recibo'
}
