import type { Option } from './descriptor.ts'
import { choice, integer, text } from './fields.ts'

type State = Omit<Option, 'value'>

interface WorkWords {
  /** What it is doing, for instance `A gerar`. */
  running: string
  done: string
  /** Who asked for it: `Pedida por`. */
  by: string
  /** States of its own, after the ones that all background work has. */
  states?: Record<string, State>
  filterable?: true
}

/** States in which background work is still to be done, or being done. */
export const underWayStates = ['queued', 'running'] as const

/** The fields of every resource whose records are work in the background: `server/rest/background-work.ts` writes them. */
export function workFields({ running, done, by, states, filterable }: WorkWords) {
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

/** How many records of some kind there are, as the program counts them. */
export function counter(label: string) {
  return integer({ label, assigned: true, default: 0, readOnly: true, listed: true })
}
