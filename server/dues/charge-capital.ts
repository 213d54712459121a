import { addDays } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { maybeOne, sql } from '../database/sql.ts'
import type { Admission } from '../membership-events.ts'
import { addCharge } from './add-charge.ts'

/** Days that a new member has to pay the subscribed capital, as for the joia. */
const daysToPay = 30

/** Charges the titles of capital that an applicant to a cooperative asked for: capital, which is no income. */
export async function chargeCapital(admission: Admission): Promise<void> {
  const { db, settings, memberId, applicationId, date } = admission
  if (settings.orgType !== 'cooperative') return
  const application = await maybeOne(
    db,
    sql`SELECT capital_titles AS titles FROM member_applications WHERE id = ${applicationId}`,
    { titles: 'integer?' },
  )
  const titles = application?.titles ?? 0
  const amount = titles * Math.round(Number(settings.capitalTitleValue) * 100)
  if (amount === 0) return
  await addCharge(admission, {
    memberId,
    type: 'capital',
    description: counted(titles, 'título de capital', 'títulos de capital'),
    dueDate: addDays(date, daysToPay),
    amount,
    origin: 'admission',
  })
}
