/** A charge of which something is unpaid; amounts in cents. */
export interface OpenCharge {
  id: string
  memberId: string
  description: string
  openAmount: number
}

/** What a payment settles of a charge, in cents. */
export interface Line {
  charge: OpenCharge
  amount: number
}

/**
 * Gives an amount (cents) to charges in their order, each up to what is open of it. What is left over is credit: not a
 * cent is lost or made.
 */
export function allocate(amount: number, charges: readonly OpenCharge[]): { lines: Line[]; credit: number } {
  const lines: Line[] = []
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
