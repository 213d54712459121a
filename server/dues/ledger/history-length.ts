import fc from 'fast-check'

/** Total number of operations of the long random histories, `LEDGER_OPERATIONS=6000`; undefined in normal runs. */
const operations = Number(process.env['LEDGER_OPERATIONS']) || undefined
/** Operations per comparison in a long run: comparing reads the whole history. */
const perHistory = 200

interface Length {
  minLength: number
  maxLength: number
  numRuns: number
}

/** Checks random histories of one writer: of the given length, or enough of them for a long run. */
export async function checkHistories<Event>(
  event: fc.Arbitrary<Event>,
  { numRuns, ...normal }: Length,
  check: (history: Event[]) => Promise<void>,
): Promise<void> {
  const length =
    operations === undefined ? normal : { minLength: perHistory, maxLength: perHistory, size: 'max' as const }
  await fc.assert(fc.asyncProperty(fc.array(event, length), check), {
    numRuns: operations === undefined ? numRuns : Math.ceil(operations / perHistory),
  })
}

/**
 * Checks one random history of concurrent writers, with `normal` operations or those of a long run. Does not shrink a failing
 * history, since concurrent runs are not reproducible.
 */
export async function checkCrowd<Event>(
  event: fc.Arbitrary<Event>,
  normal: number,
  check: (history: Event[]) => Promise<void>,
): Promise<void> {
  const length = operations ?? normal
  const history = fc.array(event, { minLength: length, maxLength: length, size: 'max' })
  await fc.assert(fc.asyncProperty(history, check), { numRuns: 1, endOnFailure: true })
}
