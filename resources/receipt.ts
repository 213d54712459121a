import type { PaymentMethod } from './definitions/payments.ts'
import { paymentMethods } from './definitions/payments.ts'
import { amountInWords } from './rules/amount-in-words.ts'
import { formatAmount } from './rules/amount.ts'
import { formatDateLong } from './rules/dates.ts'

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
  name: string
  nif: string | null
  /** `detail` is the type and period that the description does not say. */
  lines: { description: string; detail: string; amount: number; memberId: string; name: string }[]
  /** What the law wants said. */
  mentions: string[]
  /** Address where anybody can check it. */
  checkUrl: string
}

/** What a receipt says, part by part: the screen and the PDF show the same. */
export interface ReceiptContent {
  title: string
  /** Why it was cancelled; null while it is valid. */
  cancelled: string | null
  /** `memberId` is the member that a value names. */
  facts: { label: string; value: string; memberId?: string }[]
  lines: { text: string; amount: string; memberId: string }[]
  total: string
  words: string
  notes: string[]
  checkUrl: string
}

/** The content of a receipt, in words. Where it pays for several people, each line says for whom. */
export function receiptContent(receipt: ReceiptFacts): ReceiptContent {
  const { title, number, date, amount, method, reference, lines } = receipt
  const isFamily = new Set(lines.map(({ memberId }) => memberId)).size > 1
  return {
    title: `${title} n.º ${number}`,
    cancelled: receipt.status === 'cancelled' ? (receipt.cancelReason ?? '') : null,
    facts: [
      { label: 'Data', value: formatDateLong(date) },
      { label: 'Recebido de', value: receipt.name, memberId: receipt.memberId },
      { label: 'Número', value: String(receipt.memberNumber) },
      { label: 'NIF', value: receipt.nif ?? '' },
      { label: 'Meio de pagamento', value: paymentMethods[method] },
      { label: 'Referência', value: reference ?? '' },
    ].filter(({ value }) => value !== ''),
    lines: lines.map((line) => ({
      text: `${[line.description, line.detail].filter(Boolean).join(' · ')}${isFamily ? ` (${line.name})` : ''}`,
      amount: formatAmount(line.amount),
      memberId: line.memberId,
    })),
    total: formatAmount(amount),
    words: `São ${amountInWords(amount)}.`,
    notes: [...receipt.mentions, `Recebido por ${receipt.receivedBy}. Processado por computador.`],
    checkUrl: receipt.checkUrl,
  }
}
