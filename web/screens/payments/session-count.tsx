import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { paymentPath } from '../dues/dues-paths.ts'
import { useEntrySession } from './entry-session.ts'
import classes from './session-count.module.css'

/** How many were registered since the page was opened, and how much: what should be in the drawer. */
export function SessionCount() {
  const { registered } = useEntrySession()
  if (registered.length === 0) return null
  const total = registered.reduce((sum, { cents }) => sum + cents, 0)
  return (
    <span className={classes.count}>
      {counted(registered.length, 'registado', 'registados')} nesta sessão · {formatAmount(total)}
    </span>
  )
}

const mostShown = 5

/** The last ones, for whoever notices a mistake a moment too late. */
export function LastRegistered() {
  const { registered } = useEntrySession()
  if (registered.length === 0) return null
  return (
    <section className={classes.last} aria-label="Registados nesta sessão">
      <h2 className={classes.title}>Registados nesta sessão</h2>
      <ul className={classes.list}>
        {registered.slice(0, mostShown).map(({ id, receiptNumber, name, cents }) => (
          <li key={id}>
            <AppLink to={paymentPath(id)} className={classes.one}>
              <span className={classes.number}>{receiptNumber}</span>
              <span className={classes.name}>{name}</span>
              <span className={classes.amount}>{formatAmount(cents)}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
