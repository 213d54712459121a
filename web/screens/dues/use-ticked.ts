import { useState } from 'react'
import type { StoredRecord } from '../../api/client.ts'
import { centsOf } from './debt-cells.tsx'

export interface Ticked {
  /** The ticked charges that are still there, in the order of the list. */
  charges: readonly StoredRecord[]
  has: (id: string) => boolean
  toggle: (id: string) => void
  /** Ticks all, or none when all are ticked. */
  toggleAll: () => void
  clear: () => void
}

/** Tracks which of these charges are ticked. Ignores ids that are no longer in the list. */
export function useTicked(all: readonly StoredRecord[]): Ticked {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const charges = all.filter(({ _id }) => ids.has(_id))
  return {
    charges,
    has: (id) => ids.has(id),
    toggle: (id) => setIds((before) => (before.has(id) ? without(before, id) : new Set([...before, id]))),
    toggleAll: () => setIds(new Set(charges.length === all.length ? [] : all.map(({ _id }) => _id))),
    clear: () => setIds(new Set()),
  }
}

/** Sum of the open amounts, in cents. */
export function openSum(charges: readonly StoredRecord[]): number {
  return charges.reduce((sum, { openAmount }) => sum + centsOf(openAmount), 0)
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((one) => one !== id))
}
