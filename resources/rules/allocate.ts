import type { Cents } from './amount.ts'
/** Fields of a charge that decide the order of settling. */
export interface Settleable {
  id: string
  type: string
  dueDate: string
}

/** Returns charges in the order in which payments settle them: by due date, joias before others of the same day. */
export function sortBySettlement<C extends Settleable>(charges: readonly C[]): C[] {
  return charges.toSorted(
    (a, b) =>
      compare(a.dueDate, b.dueDate) ||
      Number(a.type !== 'joia') - Number(b.type !== 'joia') ||
      compare(a.id, b.id),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** Part of a payment that settles a charge; `amount` in cents. */
export interface Line<C> {
  charge: C
  amount: Cents
}

/**
 * Distributes an amount (cents) over charges in their order, each up to its `openAmount` (cents). The remainder is credit: lines
 * and credit add up to the amount.
 */
export function allocate<C extends { openAmount: Cents }>(
  amount: Cents,
  charges: readonly C[],
): { lines: Line<C>[]; credit: Cents } {
  const lines: Line<C>[] = []
  let credit = amount
  for (const charge of charges) {
    if (credit === 0) break
    const part = Math.min(credit, charge.openAmount)
    if (part <= 0) continue
    lines.push({ charge, amount: part })
    credit -= part
  }
  return { lines, credit }
}
