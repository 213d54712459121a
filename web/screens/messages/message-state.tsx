import { useFields } from '../../api/queries.ts'
import { StateBadge } from '../../ui/state-badge.tsx'

/** The state of a message, in the words and the colour of its definition. */
export function MessageState({ state }: { state: unknown }) {
  const option = useFields('messages')?.state?.options?.find(({ value }) => value === state)
  return option ? <StateBadge tone={option.tone} label={option.label} /> : null
}
