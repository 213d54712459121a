import type { Euros } from './rules/amount.ts'
import { formatAmount, toCents } from './rules/amount.ts'
import type { DateText } from './rules/dates.ts'
import { formatDate } from './rules/dates.ts'
import { joinList } from './rules/plural.ts'

/** The amounts of a payment advice with their deadlines: the same in the dialog, on the public page, in the PDF and in messages. */
export interface RequestedAmounts {
  /** Charges, and instalments in place of the charges of an active agreement. */
  lines: { description: string; amount: Euros; dueDate: DateText }[]
  total: Euros
  /** The part of the total to pay until each date. */
  deadlines: Deadline[]
  /** The later instalments of the agreements, as sentences; null when there are none. */
  later: string | null
}

export interface Deadline {
  date: DateText
  amount: Euros
}

/** Maximum deadlines in a text; of more, it has the first and the last. */
const maxNamed = 3

/** `10/12/2026`, `10/12/2026 (30,00 €) e 31/03/2027 (24,00 €)`; for a text after «até». Empty without deadlines. */
export function deadlineText(deadlines: readonly Deadline[], format = formatDate): string {
  const [first] = deadlines
  if (!first) return ''
  if (deadlines.length === 1) return format(first.date)
  const named = ({ date, amount }: Deadline) => `${format(date)} (${formatAmount(toCents(amount))})`
  if (deadlines.length <= maxNamed) return joinList(deadlines.map(named))
  return `${named(first)} e o resto, por datas, até ${format(deadlines.at(-1)?.date ?? first.date)}`
}
