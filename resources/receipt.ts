import type { PaymentMethod } from './definitions/payments.ts'
import { paymentMethods } from './definitions/payments.ts'
import { amountInWords } from './rules/amount-in-words.ts'
import { formatAmount } from './rules/amount.ts'
import { formatDateLong } from './rules/dates.ts'
import { nif } from './rules/nif.ts'

/** A payment as its receipt knows it. Amounts in cents. */
export interface ReceiptFacts {
  title: string
  number: string
  date: string
  amount: number
  method: PaymentMethod
  reference: string | null
  status: 'registered' | 'cancelled'
  cancelReason: string | null
  receivedBy: string
  memberId: string
  memberNumber: number
  /** What the number is called. */
  memberNumberLabel: string
  name: string
  nif: string | null
  /** `detail` is the type and period that the description does not say. */
  lines: { description: string; detail: string; amount: number; memberId: string; name: string }[]
  /** What the law wants said. */
  mentions: string[]
  /** By which anybody can check it, in the form of `rules/card-code.ts`. */
  checkCode: string
  /** The page that does so. */
  checkUrl: string
}

/** What a receipt says, part by part: the screen and the PDF show the same. */
export interface ReceiptContent {
  title: string
  /** Why it was cancelled; null while it is valid. */
  cancelled: string | null
  /** `memberId` is the member that a value names. */
  facts: { label: string; value: string; memberId?: string }[]
  /** The lines of each person whose debts it pays; `name` and `subtotal` are null where there is one person. */
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

/** Heads of the two columns of a receipt. */
export const receiptColumns = { text: 'Descrição', amount: 'Valor' } as const

/** The content of a receipt, in words. Lines are grouped by person where it pays for several. */
export function receiptContent(receipt: ReceiptFacts): ReceiptContent {
  const { title, number, date, amount, method, reference, lines } = receipt
  return {
    title: `${title} n.º ${number}`,
    cancelled: receipt.status === 'cancelled' ? (receipt.cancelReason ?? '') : null,
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

/** In the order in which each person is first named. */
function groupsOf(lines: ReceiptFacts['lines']): ReceiptGroup[] {
  const byMember = Map.groupBy(lines, ({ memberId }) => memberId)
  const isFamily = byMember.size > 1
  return [...byMember].map(([memberId, own]) => ({
    memberId,
    name: isFamily ? (own[0]?.name ?? '') : null,
    lines: own.map((line) => ({
      text: [line.description, line.detail].filter(Boolean).join(' · '),
      amount: formatAmount(line.amount),
    })),
    subtotal: isFamily ? formatAmount(own.reduce((sum, line) => sum + line.amount, 0)) : null,
  }))
}
