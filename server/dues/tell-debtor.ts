import { announce } from '../messages/index.ts'
import type { Writing } from '../rest/write.ts'
import type { Advice } from './advice.ts'
import { adviceFor } from './advice.ts'
import { adviceFrames, adviceValues } from './advice-values.ts'
import { keepNotice } from './keep-notice.ts'
import type { Debtor, ReachedCharge } from './notice-debtors.ts'
import { noticeSteps } from './notice-filter.ts'
import { sayOtherDebts } from './say-other-debts.ts'

export interface Told {
  /** Of the message. */
  id: string
  /** Why it has no reference, for the staff. */
  multibancoProblem: string | null
}

type Telling = Pick<Writing, 'db' | 'world' | 'settings' | 'today' | 'changes'>

/**
 * Writes the message of the highest step that somebody has reached, about what has reached it; what has reached only a lower
 * one is told of below, in its own terms. Undefined when the message is switched off.
 */
export async function tellDebtor(writing: Telling, debtor: Debtor): Promise<Told | undefined> {
  const { memberId, personId, charges, step } = debtor
  const event = noticeSteps[step - 1]
  if (!event) return undefined
  const { world, today } = writing
  const advice = await adviceOf(
    writing,
    memberId,
    charges.filter((charge) => charge.step === step),
  )
  const others = charges.filter((charge) => charge.step < step)
  const otherAdvice = others.length > 0 ? await adviceOf(writing, memberId, others) : undefined
  const id = await announce(writing, {
    event,
    to: { personId },
    values: {
      ...adviceValues(advice, world),
      outrasDividas: otherAdvice ? sayOtherDebts(otherAdvice, { world, today }) : '',
    },
    about: { resource: 'members', id: memberId },
    frames: adviceFrames(advice, world),
  })
  if (id === undefined) return undefined
  await keepNotice(writing, id, charges)
  return { id, multibancoProblem: advice.multibancoProblem ?? otherAdvice?.multibancoProblem ?? null }
}

function adviceOf(writing: Telling, memberId: string, charges: readonly ReachedCharge[]): Promise<Advice> {
  return adviceFor(writing, { memberId, type: null, year: null, chargeIds: charges.map(({ id }) => id) })
}
