import { useId } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { formatDate, isDate } from '@agremia/resources/rules/dates.ts'
import { api } from '../../api/client.ts'
import { keys, listQuery, useTerminology } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'
import type { Values } from '../../fields/index.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { Effects } from '../../ui/effects.tsx'
import { stateNamesList } from '../member-parts/index.ts'
import { effectWords, stateWords, type ForeseenChange } from './state-effects.ts'

interface ChangeEffectsProps {
  /** What was written of the change so far. */
  values: Values
  count: number
  ids: () => Promise<string[]>
}

/** The server foresees a change of so many at most. */
const mostForeseen = 50
const delay = 250

/** What a change of state will do, said while it is being written. */
export function ChangeEffects({ values, count, ids }: ChangeEffectsProps) {
  const terminology = useTerminology()
  const states = useQuery(listQuery('memberStateNames', stateNamesList)).data?.data
  const state = states?.find(({ _id }) => _id === values.stateNameId)
  const date = typeof values.date === 'string' && isDate(values.date) ? values.date : undefined
  const foreseen = useForeseen({ stateNameId: state?._id, date, count, ids })
  if (!state || date === undefined) return null
  const isFew = count <= mostForeseen
  if (isFew && foreseen?.count === 0) return null
  const lines = [
    ...stateWords(state, count, terminology),
    ...(isFew
      ? foreseen
        ? effectWords(foreseen)
        : []
      : ['As dívidas de quem sai, de períodos que ainda não começaram, são anuladas.']),
  ]
  return (
    <Effects
      title={date > organisationToday() ? `O que muda a ${formatDate(date)}` : 'O que muda'}
      lines={lines}
      isAwaiting={isFew && !foreseen}
    />
  )
}

interface Asked extends Pick<ChangeEffectsProps, 'count' | 'ids'> {
  stateNameId: string | undefined
  date: string | undefined
}

function useForeseen({ stateNameId, date, count, ids }: Asked): ForeseenChange | undefined {
  const [change] = useDebouncedValue(`${stateNameId ?? ''} ${date ?? ''}`, delay)
  const dialog = useId()
  const isCurrent = change === `${stateNameId} ${date}`
  const { data } = useQuery({
    queryKey: [...keys.lists('members'), 'changeState', dialog, change],
    queryFn: async () => {
      const memberIds = await ids()
      const body = { memberIds, stateNameId, date }
      return answered(await api.post<{ data: ForeseenChange }>('members/change_state/preview', body)).data
    },
    enabled: isCurrent && stateNameId !== undefined && date !== undefined && count <= mostForeseen,
    gcTime: 0,
  })
  return isCurrent ? data : undefined
}
