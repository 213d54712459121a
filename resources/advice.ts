import type { Euros } from './rules/amount.ts'
import { formatAmount, toCents } from './rules/amount.ts'
import type { DateText } from './rules/dates.ts'
import { formatDate } from './rules/dates.ts'
import { joinList } from './rules/plural.ts'

/** What a payment advice asks for and until when: the same in the dialog, on the public page, in the PDF and in messages. */
export interface AskedAmounts {
  /** Charges, and instalments in place of the charges of an agreement that is kept. */
  lines: { description: string; amount: Euros; dueDate: DateText }[]
  total: Euros
  /** How much of the total is asked for by each date. */
  deadlines: Deadline[]
  /** What the agreements ask for later, as sentences; null when they ask for nothing more. */
  later: string | null
}

export interface Deadline {
  date: DateText
  amount: Euros
}

/** Deadlines named in a text; of more, it names the first and the last. */
const maxNamed = 3

/** `10/12/2026`, `10/12/2026 (30,00 €) e 31/03/2027 (24,00 €)`; reads well after «até». Empty when nothing is asked for. */
export function deadlineText(deadlines: readonly Deadline[], format = formatDate): string {
  const [first] = deadlines
  if (!first) return ''
  if (deadlines.length === 1) return format(first.date)
  const named = ({ date, amount }: Deadline) => `${format(date)} (${formatAmount(toCents(amount))})`
  if (deadlines.length <= maxNamed) return joinList(deadlines.map(named))
  return `${named(first)} e o resto, por datas, até ${format(deadlines.at(-1)?.date ?? first.date)}`
}
