import type { payments } from '@agremia/resources/definitions/payments.ts'
import { addYears, formatDate } from '@agremia/resources/rules/dates.ts'
import { one, prepared, sql } from '../../database/sql.ts'
import { paymentDateLimits } from '../../limits.ts'
import type { HookContext } from '../../rest/modules.ts'
import type { FieldMessages } from '../../errors.ts'

/**
 * Checks the date of a new payment. Rejects years before `paymentDateLimits.firstYear`. A date before the foundation or many years
 * ago must be confirmed (`dateConfirmed`), because its receipt uses the series of that year; then only a warning remains.
 */
export async function dateFindings(
  context: Pick<HookContext<typeof payments>, 'db' | 'merged' | 'settings' | 'today'>,
): Promise<{ errors: FieldMessages; warnings: FieldMessages }> {
  const { date, dateConfirmed } = context.merged
  if (typeof date !== 'string') return { errors: {}, warnings: {} }
  const year = date.slice(0, 4)
  if (Number(year) < paymentDateLimits.firstYear)
    return {
      errors: { date: [`É anterior a ${paymentDateLimits.firstYear}: verifique o ano.`] },
      warnings: {},
    }
  const doubt = await doubtOf(context, date)
  if (doubt === undefined) return { errors: {}, warnings: {} }
  const warning = `${doubt}, e o recibo ficaria na série de ${year}`
  if (dateConfirmed === true) return { errors: {}, warnings: { date: [`${warning}.`] } }
  return {
    errors: {
      date: [`${warning}: corrija-a, ou confirme que está certa.`],
      dateConfirmed: ['Confirme, se a data estiver certa.'],
    },
    warnings: {},
  }
}

/** Why the date is improbable, as the beginning of a sentence; undefined when it is not. */
async function doubtOf(
  { db, settings, today }: Pick<HookContext<typeof payments>, 'db' | 'settings' | 'today'>,
  date: string,
): Promise<string | undefined> {
  const { foundationDate: founded } = settings
  if (founded && date < founded) return `É anterior à fundação (${formatDate(founded)})`
  if (date < addYears(today, -paymentDateLimits.questionedAfterYears))
    return `Tem mais de ${paymentDateLimits.questionedAfterYears} anos`
  if (founded || date.startsWith(today.slice(0, 4))) return undefined
  const { first } = await one(db, prepared(sql`SELECT min(admission_date) AS first FROM members`), {
    first: 'day?',
  })
  // Compares years, as series do: a new organisation has not entered all its members yet.
  return first !== null && date.slice(0, 4) < first.slice(0, 4)
    ? `É anterior ao ano da primeira admissão que se conhece (${first.slice(0, 4)})`
    : undefined
}
