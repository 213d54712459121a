import { useState } from 'react'
import { Button } from '@mantine/core'
import { recordPath } from '@agremia/resources/paths.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { openDocument } from '../../resource/open-document.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { cancelPaymentPath, paymentPath } from '../../paths/dues.ts'
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

/** The last payments registered, each with its receipt and the way to cancel it; the newest one flashes. */
export function LastRegistered() {
  const { registered } = useEntrySession()
  const [firstAtOpening] = useState(registered[0]?.id)
  if (registered.length === 0) return null
  const [newest] = registered
  return (
    <section className={classes.last} aria-label="Registados nesta sessão">
      <h2 className={classes.title}>Registados nesta sessão</h2>
      <output className="visually-hidden">
        {newest && newest.id !== firstAtOpening && `${newest.receiptNumber} registado.`}
      </output>
      <ul className={classes.list}>
        {registered.slice(0, mostShown).map(({ id, receiptNumber, name, cents }, place) => (
          <li key={id} className={classes.entry} data-new={place === 0 && id !== firstAtOpening}>
            <AppLink to={paymentPath(id)} className={classes.one}>
              <span className={classes.number}>{receiptNumber}</span>
              <span className={classes.name}>{name}</span>
              <span className={classes.amount}>{formatAmount(cents)}</span>
            </AppLink>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Recibo ${receiptNumber}`}
              onClick={() => void openDocument(`${recordPath('payments', id)}/receipt`)}
            >
              Recibo
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              component={AppLink}
              to={cancelPaymentPath(id)}
              aria-label={`Anular ${receiptNumber}`}
            >
              Anular…
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
