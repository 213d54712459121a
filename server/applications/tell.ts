import type { MessageEventCode } from '@agremia/resources/message-events.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import type { Announcement } from '../messages/index.ts'
import { announce } from '../messages/index.ts'
import type { Writing } from '../rest/write.ts'

type NotifyContext = Pick<Writing, 'db' | 'world' | 'today'>

/** The recipient of a message about an application. */
export interface Applicant {
  id: string
  number: unknown
  name: unknown
  email: unknown
  mobile: unknown
  /** Defined once the application is accepted. */
  personId?: string
}

/** The applicant of a record, in wire or stored form. */
export function applicantOf(id: string, { number, name, email, mobile }: Record<string, unknown>): Applicant {
  return { id, number, name, email, mobile }
}

/** Writes a message to the applicant in the caller's transaction. */
export async function notifyApplicant(
  { db, world, today }: NotifyContext,
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
