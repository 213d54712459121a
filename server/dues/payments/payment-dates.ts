import { addYears, formatDate } from '@agremia/resources/rules/dates.ts'
import { one, prepared, sql } from '../../database/sql.ts'
import { paymentDateLimits } from '../../limits.ts'
import type { FieldMessages, WriteContext } from '../../rest/modules.ts'

/**
 * What is wrong with the day of a new payment: one that can only be a mistake is refused, and one before the organisation began, or
 * many years ago, has to be confirmed (`dateConfirmed`), since its receipt opens or goes on a series of that year. A warning remains.
 */
export async function dateFindings(
  context: Pick<WriteContext, 'db' | 'merged' | 'settings' | 'today'>,
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
  const said = `${doubt}, e o recibo ficaria na série de ${year}`
  if (dateConfirmed === true) return { errors: {}, warnings: { date: [`${said}.`] } }
  return {
    errors: {
      date: [`${said}: corrija-a, ou confirme que está certa.`],
      dateConfirmed: ['Confirme, se a data estiver certa.'],
    },
    warnings: {},
  }
}

/** Why the day is unlikely, as the beginning of a sentence; undefined when it is not. */
async function doubtOf(
  { db, settings, today }: Pick<WriteContext, 'db' | 'settings' | 'today'>,
  date: string,
): Promise<string | undefined> {
  const { foundationDate: founded } = settings
  if (founded && date < founded) return `É anterior à fundação (${formatDate(founded)})`
  if (date < addYears(today, -paymentDateLimits.questionedAfterYears))
    return `Tem mais de ${paymentDateLimits.questionedAfterYears} anos`
  if (founded) return undefined
  const { first } = await one(db, prepared(sql`SELECT min(admission_date) AS first FROM members`), {
    first: 'day?',
  })
  // By years, as series are: whoever begins to use the program has not written down all members yet.
  return first !== null && date.slice(0, 4) < first.slice(0, 4)
    ? `É anterior ao ano da primeira admissão que se conhece (${first.slice(0, 4)})`
    : undefined
}
