import { useId } from 'react'
import { Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import type { Values } from '../../fields/index.ts'
import { Effects } from '../../ui/effects.tsx'
import { chargeLine, ChargesDecision, type ChangedCharge } from './charges-decision.tsx'

interface Differences<Effect> {
  charges: ChangedCharge[]
  /** What else becomes different. */
  effects?: Effect
}

interface ChangedChargesProps<Effect> {
  /** Path of the preview. */
  path: string
  /** What the save would send; undefined while it changes nothing that decides charges. */
  body: Values | undefined
  /** The field of the decision, whose first option holds without a word. */
  field?: FieldDescriptor | undefined
  value?: unknown
  /** Without it, the decision is asked elsewhere. */
  onChange?: (value: string) => void
  /** Sentences on the other effects. */
  linesOf?: (effects: Effect) => string[]
  /** While the save is sent, after which the record may have gone. */
  isPaused?: boolean
}

const delay = 400

/** The unpaid charges that a save would make different, and whether it changes them. */
export function ChangedCharges<Effect>(props: ChangedChargesProps<Effect>) {
  const { path, body, field, value, onChange, linesOf, isPaused = false } = props
  const place = useId()
  const wanted = body === undefined ? '' : JSON.stringify(body)
  const [asked] = useDebouncedValue(wanted, delay)
  const { data } = useQuery({
    queryKey: [...keys.lists('unsettledPayments'), 'changed', place, path, asked],
    queryFn: async () =>
      requireAnswer(await api.post<{ data: Differences<Effect> }>(path, JSON.parse(asked) as object)).data,
    enabled: asked !== '' && asked === wanted && !isPaused,
    retry: false,
    gcTime: 0,
  })
  if (wanted === '' || asked !== wanted || !data) return null
  const { charges, effects } = data
  const others = (effects && linesOf?.(effects)) ?? []
  const hasCharges = charges.length > 0
  if (!hasCharges && others.length === 0) return null
  return (
    <Stack gap="sm">
      {others.length > 0 && <Effects title="O que fica diferente" lines={others} />}
      {hasCharges && <Effects title="Cobranças que ficariam diferentes" lines={charges.map(chargeLine)} />}
      {hasCharges && onChange && (
        <ChargesDecision
          label="O que fazer a estas cobranças"
          field={field}
          value={value}
          onChange={onChange}
        />
      )}
    </Stack>
  )
}
