import { useId } from 'react'
import { Radio, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import type { Values } from '../../fields/index.ts'
import { Effects } from '../../ui/effects.tsx'
import { euros } from '../../ui/euros.tsx'
import { correctionLines, type EffectCounts } from './change-effects.tsx'

/** The answer of the previews; null where nothing is charged. */
interface ChangedCharge {
  description: string
  from: Euros | null
  to: Euros | null
}

interface Differences {
  charges: ChangedCharge[]
  /** Differences of counts, of a corrected history of states. */
  effects?: EffectCounts
}

interface ChangedChargesProps {
  /** Path of the preview. */
  path: string
  /** What the save would send; undefined while it changes nothing that decides charges. */
  body: Values | undefined
  value?: unknown
  /** Without it, the decision is asked elsewhere. */
  onChange?: (value: 'change' | 'leave') => void
  /** While the save is sent, after which the record may have gone. */
  isPaused?: boolean
}

const delay = 400

/** The unpaid charges that a save would make different, and whether it changes them. */
export function ChangedCharges({ path, body, value, onChange, isPaused = false }: ChangedChargesProps) {
  const place = useId()
  const wanted = body === undefined ? '' : JSON.stringify(body)
  const [asked] = useDebouncedValue(wanted, delay)
  const { data } = useQuery({
    queryKey: [...keys.lists('unsettledPayments'), 'changed', place, path, asked],
    queryFn: async () =>
      requireAnswer(await api.post<{ data: Differences }>(path, JSON.parse(asked) as object)).data,
    enabled: asked !== '' && asked === wanted && !isPaused,
    retry: false,
    gcTime: 0,
  })
  if (wanted === '' || asked !== wanted || !data) return null
  const { charges, effects } = data
  const others = effects ? correctionLines(effects) : []
  const hasCharges = charges.length > 0
  if (!hasCharges && others.length === 0) return null
  return (
    <Stack gap="sm">
      {others.length > 0 && <Effects title="O que fica diferente" lines={others} />}
      {hasCharges && <Effects title="Cobranças que ficariam diferentes" lines={charges.map(lineOf)} />}
      {hasCharges && onChange && (
        <Radio.Group
          label="O que fazer a estas cobranças"
          value={value === 'change' ? 'change' : 'leave'}
          onChange={(chosen) => onChange(chosen === 'change' ? 'change' : 'leave')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="change" label="Mudar" />
            <Radio value="leave" label="Deixar como estão" />
          </Stack>
        </Radio.Group>
      )}
    </Stack>
  )
}

function lineOf({ description, from, to }: ChangedCharge): string {
  if (to === null) return `${description}: ${euros(from ?? 0)}, anulada`
  if (from === null) return `${description}: ${euros(to)}, nova`
  return from === to ? `${description}: ${euros(to)}` : `${description}: ${euros(from)} → ${euros(to)}`
}
