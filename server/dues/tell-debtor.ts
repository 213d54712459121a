import { announce } from '../messages/index.ts'
import type { Writing } from '../rest/write.ts'
import { adviceFor } from './advice.ts'
import { adviceFrames, adviceValues } from './advice-values.ts'
import { countReminders } from './count-reminders.ts'
import type { Debtor } from './notice-debtors.ts'
import { noticeSteps } from './notice-filter.ts'

/**
 * Writes the message of the step that somebody has reached, about all of which it is due. Answers its id, or undefined
 * when the message is switched off.
 */
export async function tellDebtor(
  writing: Pick<Writing, 'db' | 'world' | 'settings' | 'today' | 'changes'>,
  { memberId, personId, chargeIds, step }: Debtor,
): Promise<string | undefined> {
  const event = noticeSteps[step - 1]
  if (!event) return undefined
  const { world } = writing
  const advice = await adviceFor(writing, { memberId, type: null, year: null, chargeIds })
  const id = await announce(writing, {
    event,
    to: { personId },
    values: adviceValues(advice, world),
    about: { resource: 'members', id: memberId },
    frames: adviceFrames(advice),
  })
  if (id !== undefined) await countReminders(writing, chargeIds, step)
  return id
}
