import { Radio, Stack } from '@mantine/core'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import { toCents } from '@agremia/resources/rules/amount.ts'
import { counted, plural } from '@agremia/resources/rules/plural.ts'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { euros } from '../../ui/euros.tsx'

/** A charge that would be different, in the answers of previews; null where nothing is charged. */
export interface ChangedCharge {
  description: string
  /** Of many members: how many charges, with their sums. */
  count?: number
  from: Euros | null
  to: Euros | null
}

interface ChargesDecisionProps {
  label: string
  /** The field, whose first option holds without a word; by default charges change or stay, and stay without a word. */
  field?: FieldDescriptor | undefined
  value: unknown
  onChange: (value: string) => void
}

const stayOrChange = [
  { value: 'leave', label: 'Deixar como estão' },
  { value: 'change', label: 'Mudar' },
]

/** What a save does with the charges that would be different. */
export function ChargesDecision({ label, field, value, onChange }: ChargesDecisionProps) {
  const options = field?.options ?? stayOrChange
  return (
    <Radio.Group
      label={label}
      description={field?.help}
      value={typeof value === 'string' ? value : (options[0]?.value ?? null)}
      onChange={onChange}
    >
      <Stack gap="xs" mt="xs">
        {options.map((option) => (
          <Radio key={option.value} value={option.value} label={option.label} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

export function chargeLine({ description, count, from, to }: ChangedCharge): string {
  if (count !== undefined) {
    const end = to === null ? plural(count, 'anulada', 'anuladas') : `→ ${euros(to)}`
    return `${description}: ${counted(count, 'cobrança', 'cobranças')}, ${euros(from ?? 0)} ${end}`
  }
  if (to === null) return `${description}: ${euros(from ?? 0)}, anulada`
  if (from === null) return `${description}: ${euros(to)}, nova`
  return from === to ? `${description}: ${euros(to)}` : `${description}: ${euros(from)} → ${euros(to)}`
}

/** The charges of several members in sums: those that would be cancelled, new, or otherwise different. */
export function chargeSums(charges: readonly ChangedCharge[]): string[] {
  const sum = (some: readonly ChangedCharge[], side: 'from' | 'to') =>
    euros(some.reduce((total, charge) => total + toCents(charge[side] ?? 0), 0) / 100)
  const one = (some: readonly ChangedCharge[]) => counted(some.length, 'cobrança', 'cobranças')
  const gone = charges.filter(({ to }) => to === null)
  const added = charges.filter(({ from }) => from === null)
  const other = charges.filter(({ from, to }) => from !== null && to !== null)
  return [
    gone.length > 0 && `${one(gone)}, de ${sum(gone, 'from')}, ${plural(gone.length, 'anulada', 'anuladas')}`,
    added.length > 0 && `${one(added)}, de ${sum(added, 'to')}, ${plural(added.length, 'nova', 'novas')}`,
    other.length > 0 && `${one(other)}: ${sum(other, 'from')} → ${sum(other, 'to')}`,
  ].filter((line) => line !== false)
}
