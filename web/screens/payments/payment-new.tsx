import { useState } from 'react'
import { Button } from '@mantine/core'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { useFields } from '../../api/queries.ts'
import { useLeaveGuard } from '../../resource/form/leave-guard.ts'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { cancelPaymentPath, newPaymentPath, paymentPath } from '../../paths/dues.ts'
import { PaymentEntry } from './payment-entry.tsx'
import { usePaymentEntry } from './use-payment-entry.ts'
import { openDocument } from '../../resource/open-document.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { useNavigate, useSearchParams } from '../../ui/router.tsx'
import { useEntrySession } from './entry-session.ts'
import classes from './session-count.module.css'

/** The page that registers payments one after another. The address may name members and charges. */
export default function PaymentNew() {
  const fields = useFields('payments')
  const [query] = useSearchParams()
  if (!fields) return <PageSkeleton />
  const memberIds = query.get('memberId')?.split(',').filter(Boolean)
  const chargeIds = query.get('chargeIds')?.split(',').filter(Boolean)
  return <NewPayment key={query.toString()} fields={fields} memberIds={memberIds} chargeIds={chargeIds} />
}

interface NewPaymentProps {
  fields: FieldMap
  memberIds: readonly string[] | undefined
  chargeIds: readonly string[] | undefined
}

function NewPayment({ memberIds, ...options }: NewPaymentProps) {
  const navigate = useNavigate()
  const entry = usePaymentEntry({
    ...options,
    memberIds,
    resumes: true,
    onDone: () => {
      if (memberIds !== undefined) navigate(newPaymentPath, { replace: true })
    },
  })
  useLeaveGuard({ changes: entry.changes, discard: entry.clear })
  return (
    <Page title="Registar pagamento" tools={<SessionCount />}>
      <PaymentEntry entry={entry}>
        <LastRegistered />
      </PaymentEntry>
    </Page>
  )
}

/** Number and total of the payments registered in this tab. */
function SessionCount() {
  const { registered } = useEntrySession()
  if (registered.length === 0) return null
  const total = registered.reduce((sum, { cents }) => sum + cents, 0)
  return (
    <span className={classes.count}>
      {counted(registered.length, 'registado', 'registados')} nesta sessão · {formatAmount(total)}
    </span>
  )
}

const maxShown = 5

/** The last payments registered in this tab, with buttons to open the receipt or cancel; a new one flashes. */
function LastRegistered() {
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
        {registered.slice(0, maxShown).map(({ id, receiptNumber, name, cents }, index) => (
          <li key={id} className={classes.entry} data-new={index === 0 && id !== firstAtOpening}>
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
