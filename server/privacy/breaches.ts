import { breachNoticeHours } from '@agremia/resources/definitions/data-breaches.ts'
import { one, sql } from '../database/sql.ts'
import { invalid } from '../errors.ts'
import { changeFields } from '../rest/change-fields.ts'
import type { ActionCall, Hooks } from '../rest/modules.ts'
import type { dataBreaches } from '@agremia/resources/definitions/data-breaches.ts'

const hourMs = 3_600_000
const inFuture = 'É posterior a agora.'

export const breachHooks: Hooks<typeof dataBreaches> = {
  async validate({ merged, world }) {
    return isAfter(merged.knownAt, world.clock()) ? { errors: { knownAt: [inFuture] } } : undefined
  },
  async beforeSave({ db, before, values, merged, set }) {
    if ('knownAt' in values)
      set({
        notifyBy: new Date(Date.parse(merged.knownAt) + breachNoticeHours * hourMs).toISOString(),
      })
    if (before) return
    const next = await one(db, sql`SELECT nextval('data_breaches_number')::integer AS number`, {
      number: 'integer',
    })
    set({ number: next.number })
  },
}

/** Records that the CNPD was notified. Throws 422 for a moment before the breach was known, and without a reason when it was late. */
export async function notifyBreach(call: ActionCall<typeof dataBreaches, 'notify'>): Promise<undefined> {
  const { record, input, world } = call
  const { notifiedAt, notificationRef, delayReason } = input
  if (isAfter(notifiedAt, world.clock())) throw invalid({ notifiedAt: [inFuture] })
  if (isAfter(record.knownAt, notifiedAt))
    throw invalid({ notifiedAt: ['É anterior ao momento em que se soube.'] })
  if (isAfter(notifiedAt, record.notifyBy) && !delayReason)
    throw invalid({ delayReason: [`Passaram as ${breachNoticeHours} horas: indique o motivo do atraso.`] })
  await changeFields(call, { status: 'notified', notifiedAt, notificationRef, delayReason })
  return undefined
}

function isAfter(moment: unknown, other: unknown): boolean {
  return moment != null && Date.parse(String(moment)) > new Date(other as string | Date).getTime()
}
