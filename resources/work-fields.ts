import { staffWriters } from './access.ts'
import type { Action } from './action.ts'
import type { Option } from './field-types.ts'
import { choice, integer, longText, text } from './fields.ts'

type State = Omit<Option, 'value'>

interface WorkLabels<Code extends string> {
  /** Label of the state while it runs: `A gerar`. */
  running: string
  done: string
  /** Label of the field with the requester's name: `Pedida por`. */
  by: string
  /** Additional states, after those of all background work. */
  states?: Record<Code, State>
  filterable?: true
}

/** States until background work is done. */
export const underWayStates = ['queued', 'running'] as const

/** The action that repeats failed background work. */
export const retryAction = {
  label: 'Tentar outra vez',
  past: 'tentou outra vez',
  icon: 'again',
  done: 'Está outra vez em fila.',
  many: false,
  question: false,
  when: { is: { state: 'failed' }, otherwise: 'Só se tenta outra vez o que falhou.' },
  access: staffWriters,
} as const satisfies Action

/** The action that cancels a record with a reason; its definition adds the rest. */
export const cancelAction = {
  label: 'Anular',
  past: 'anulou',
  icon: 'cancel',
  many: false,
  access: staffWriters,
  isDestructive: true,
  fields: { reason: longText({ label: 'Motivo', max: 500, required: true }) },
} as const satisfies Omit<Action, 'done'>

/** Fields of a resource whose records are background work. `server/rest/background-work.ts` updates them. */
export function workFields<Code extends string = never>({
  running,
  done,
  by,
  states = {} as Record<Code, State>,
  filterable,
}: WorkLabels<Code>) {
  return {
    state: choice(
      {
        queued: { label: 'Em fila', tone: 'blue' },
        running: { label: running, tone: 'blue' },
        done: { label: done, tone: 'green' },
        failed: { label: 'Falhou', tone: 'red' },
        ...states,
      },
      {
        label: 'Estado',
        assigned: true,
        default: 'queued',
        readOnly: true,
        listed: true,
        badge: true,
        ...(filterable && { filterable }),
      },
    ),
    createdByName: text({ label: by, readOnly: true, listed: true }),
    problem: text({ label: 'O que falhou', max: 500, readOnly: true }),
  }
}

/** A read-only count that the program updates. */
export function counter(label: string) {
  return integer({ label, assigned: true, default: 0, readOnly: true, listed: true })
}
