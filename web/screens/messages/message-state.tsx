import { useFields } from '../../api/queries.ts'
import { StateBadge } from '../../ui/state-badge.tsx'

export function MessageState({ state }: { state: unknown }) {
  const option = useFields('messages')?.state?.options?.find(({ value }) => value === state)
  return option ? <StateBadge tone={option.tone} label={option.label} /> : null
}
