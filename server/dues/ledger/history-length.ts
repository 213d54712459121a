import fc from 'fast-check'

/** How many operations the long random histories of the ledger have: `LEDGER_OPERATIONS=6000`. Undefined in normal runs. */
const operations = Number(process.env['LEDGER_OPERATIONS']) || undefined
/** Of a long run, how many follow each other before everything is compared: comparing reads all of the history. */
const atOnce = 200

interface Length {
  minLength: number
  maxLength: number
  numRuns: number
}

/** Checks histories of one writer: as many and as long as `normal`, or so many that they have all operations of a long run. */
export async function checkHistories<Event>(
  event: fc.Arbitrary<Event>,
  { numRuns, ...normal }: Length,
  check: (history: Event[]) => Promise<void>,
): Promise<void> {
  const length =
    operations === undefined ? normal : { minLength: atOnce, maxLength: atOnce, size: 'max' as const }
  await fc.assert(fc.asyncProperty(fc.array(event, length), check), {
    numRuns: operations === undefined ? numRuns : Math.ceil(operations / atOnce),
  })
}

/**
 * Checks one history of many writers, of `normal` operations or of those of a long run. It is not made shorter when it fails,
 * since no two runs are alike.
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
