import { Radio, Stack } from '@mantine/core'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import { toCents } from '@agremia/resources/rules/amount.ts'
import { counted, plural } from '@agremia/resources/rules/plural.ts'
import { euros } from '../../ui/euros.tsx'

/** A charge that would be different, in the answers of previews; null where nothing is charged. */
export interface ChangedCharge {
  description: string
  from: Euros | null
  to: Euros | null
}

interface ChargesDecisionProps {
  label: string
  value: unknown
  onChange: (value: 'change' | 'leave') => void
}

/** Whether a save changes the charges that would be different. */
export function ChargesDecision({ label, value, onChange }: ChargesDecisionProps) {
  return (
    <Radio.Group
      label={label}
      value={value === 'change' ? 'change' : 'leave'}
      onChange={(chosen) => onChange(chosen === 'change' ? 'change' : 'leave')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="change" label="Mudar" />
        <Radio value="leave" label="Deixar como estão" />
      </Stack>
    </Radio.Group>
  )
}

export function chargeLine({ description, from, to }: ChangedCharge): string {
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
