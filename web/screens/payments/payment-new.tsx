import { Button } from '@mantine/core'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { useFields } from '../../api/queries.ts'
import { useLeaveGuard } from '../../resource/form/leave-guard.ts'
import { EnteredCount, EnteredList } from '../../resource/entered-list.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { cancelPaymentPath, newPaymentPath, paymentPath } from '../../paths/dues.ts'
import { PaymentEntry } from './payment-entry.tsx'
import { usePaymentEntry } from './use-payment-entry.ts'
import { openDocument } from '../../resource/open-document.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { useNavigate, useSearchParams } from '../../ui/router.tsx'
import { useEntrySession } from './entry-session.ts'

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
  return <EnteredCount entered={useEntrySession().registered} gender="m" />
}

/** The last payments registered in this tab, with buttons to open the receipt or cancel. */
function LastRegistered() {
  return (
    <EnteredList
      entered={useEntrySession().registered}
      gender="m"
      pathOf={paymentPath}
      tools={({ id, number }) => (
        <>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Recibo ${number}`}
            onClick={() => void openDocument(`${recordPath('payments', id)}/receipt`)}
          >
            Recibo
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            component={AppLink}
            to={cancelPaymentPath(id)}
            aria-label={`Anular ${number}`}
          >
            Anular…
          </Button>
        </>
      )}
    />
  )
}
