/** What of a charge says when it is settled. */
export interface Settleable {
  id: string
  type: string
  dueDate: string
}

/** The order in which an amount settles charges: the oldest due date first, and joias before others of the same day. */
export function inSettlingOrder<C extends Settleable>(charges: readonly C[]): C[] {
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

/** What an amount settles of a charge, in cents. */
export interface Line<C> {
  charge: C
  amount: number
}

/**
 * Gives an amount (cents) to charges in their order, each up to what is open of it (cents). What is left over is credit:
 * not a cent is lost or made.
 */
export function allocate<C extends { openAmount: number }>(
  amount: number,
  charges: readonly C[],
): { lines: Line<C>[]; credit: number } {
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
