import type { MessageEventCode } from '@agremia/resources/message-events.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import type { Announcement } from '../messages/index.ts'
import { announce } from '../messages/index.ts'
import type { Writing } from '../rest/write.ts'

type Telling = Pick<Writing, 'db' | 'world' | 'today'>

/** What is known of whoever a message about an application is for. */
export interface Applicant {
  id: string
  number: unknown
  name: unknown
  email: unknown
  mobile: unknown
  /** Once accepted. */
  personId?: string
}

/** The applicant among the values of a record, in either of its forms. */
export function applicantOf(id: string, { number, name, email, mobile }: Record<string, unknown>): Applicant {
  return { id, number, name, email, mobile }
}

/** Tells the applicant what happened to the application, in the transaction in which it happened. */
export async function tell(
  { db, world, today }: Telling,
  { id, number, name, email, mobile, personId }: Applicant,
  event: MessageEventCode,
  { values = {}, secretLink }: Partial<Pick<Announcement, 'values' | 'secretLink'>> = {},
): Promise<void> {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  await announce(
    { db, world },
    {
      event,
      to: { personId, name: text(name), email: text(email), mobile: text(mobile) },
      values: { numeroCandidatura: String(number), data: formatDateLong(today), ...values },
      about: { resource: 'memberApplications', id },
      ...(secretLink !== undefined && { secretLink }),
    },
  )
}
