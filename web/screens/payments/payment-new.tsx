import { useNavigate, useSearchParams } from 'react-router'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { useFields } from '../../api/queries.ts'
import { useLeaveGuard } from '../../resource/form/use-leave-guard.ts'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { newPaymentPath } from '../../paths/dues.ts'
import { PaymentEntry } from './payment-entry.tsx'
import { LastRegistered, SessionCount } from './session-count.tsx'
import { usePaymentEntry } from './use-payment-entry.ts'

/** Where payments are registered one after another. The address may name who pays, and what for. */
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
      if (memberIds !== undefined) void navigate(newPaymentPath, { replace: true })
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
