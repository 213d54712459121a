import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import {
  applicationStateOf,
  mayAskToConfirm,
  mayFollow,
  type ApplicationStateCode,
} from '@agremia/resources/application-states.ts'
import { listQuery } from '../../api/queries.ts'
import type { FilterPreset } from '../../resource/list/filters.ts'

type ApplicationRecord = ResourceRecord<'memberApplications'>

/** A state of applications; the organisation chooses its name. */
export type ApplicationState = ResourceRecord<'memberApplicationStates'>

const everyState = { limit: 50, sort: 'order' } as const

/** All states by `order`; undefined while they load. */
export function useApplicationStates(): ApplicationState[] | undefined {
  return useQuery(listQuery('memberApplicationStates', everyState)).data?.data
}

export function useApplicationState(record: ApplicationRecord): ApplicationState | undefined {
  return useApplicationStates()?.find(({ _id }) => _id === record.stateId)
}

/** Presets of the state filter; the first is the default. */
export function useStatePresets(): FilterPreset[] | undefined {
  const states = useApplicationStates()
  return useMemo(() => {
    if (!states) return undefined
    const idsOf = (isIn: (state: ApplicationState) => boolean) => states.filter(isIn).map(({ _id }) => _id)
    return [
      { label: 'por tratar', values: idsOf(({ isWaiting }) => isWaiting) },
      { label: 'em curso', values: idsOf(({ isFinal }) => !isFinal) },
      { label: 'encerradas', values: idsOf(({ isFinal }) => isFinal) },
      { label: 'todas', values: idsOf(() => true) },
    ]
  }, [states])
}

const isFinal = (code: ApplicationStateCode) => applicationStateOf(code).final === true

/** Whether each action is offered in a state. */
const offers: Record<string, (code: ApplicationStateCode, record: ApplicationRecord) => boolean> = {
  submit: (code) => code === 'draft',
  accept: (code) => mayFollow(code, 'accepted'),
  takeForReview: (code) => !isFinal(code) && mayFollow(code, 'review'),
  requestInformation: (code) => mayFollow(code, 'information'),
  refuse: (code) => mayFollow(code, 'refused'),
  withdraw: (code) => mayFollow(code, 'withdrawn'),
  markDuplicate: (code) => mayFollow(code, 'duplicate'),
  reopen: (code) => isFinal(code) && mayFollow(code, 'review'),
  sendVerification: (code, record) => mayAskToConfirm(record, code),
}

export function isOffered(action: string, code: ApplicationStateCode, record: ApplicationRecord): boolean {
  return offers[action]?.(code, record) ?? false
}
