import { counted } from '@agremia/resources/rules/plural.ts'
import { useFields } from '../../api/queries.ts'
import type { CellProps } from '../../resource/list/reading.ts'
import { StateBadge } from '../../ui/state-badge.tsx'

/** The badge of a bulk action: how many records failed, once it has ended, or else its state. */
export function TaskState({ record: { state, failed } }: CellProps<'bulkActions', 'state' | 'failed'>) {
  const option = useFields('bulkActions')?.state?.options?.find(({ value }) => value === state)
  if (state === 'done' && typeof failed === 'number' && failed > 0)
    return <StateBadge tone="red" label={counted(failed, 'falhou', 'falharam')} />
  return option ? <StateBadge tone={option.tone} label={option.label} /> : null
}
