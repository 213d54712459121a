import { formatDate } from '@agremia/resources/rules/dates.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { texts } from '../../fields/texts.ts'
import type { PaymentInformation } from './payment-information-query.ts'
import classes from './payment-information.module.css'

/** The charges and their total. */
export function OwedLines({ information: { lines, total } }: { information: PaymentInformation }) {
  const today = organisationToday()
  return (
    <section className={classes.card} aria-labelledby="dividas">
      <h2 id="dividas" className={classes.title}>
        A pagar
      </h2>
      <ul className={classes.lines}>
        {lines.map(({ description, amount, dueDate }) => (
          <li key={`${description} ${dueDate}`} className={classes.line}>
            <span>
              {description}
              <span className={classes.small}>
                {dueDate < today ? 'venceu a' : 'vence a'} {formatDate(dueDate)}
              </span>
            </span>
            <strong>{texts.money.toText(amount)}</strong>
          </li>
        ))}
        {lines.length > 1 && (
          <li className={classes.line} data-total>
            <span>Total</span>
            <strong>{texts.money.toText(total)}</strong>
          </li>
        )}
      </ul>
    </section>
  )
}
