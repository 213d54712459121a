import { useLocation } from 'react-router'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { useFields } from '../../../api/queries.ts'
import { useFocusOnRefusal } from '../../../resource/form/use-focus-on-refusal.ts'
import { useLeaveGuard } from '../../../resource/form/use-leave-guard.ts'
import { useRecordForm } from '../../../resource/record-form.tsx'
import { Page } from '../../../ui/page.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { useArrival } from '../../messages/index.ts'
import { arrivingPaymentAudience, everybodyWhoOwes } from './payment-audience.ts'
import { PaymentComposer } from './payment-composer.tsx'

/** A new message about debts. */
export default function PaymentMessageNew() {
  const fields = useFields('paymentMessage')
  return fields ? <NewMessage fields={fields} /> : <PageSkeleton />
}

function NewMessage({ fields }: { fields: FieldMap }) {
  const form = useRecordForm({ resource: 'paymentMessage', fields, initial: { ...everybodyWhoOwes } })
  const arriving = arrivingPaymentAudience(useLocation().state)
  useArrival(form, arriving && { ...arriving })
  useLeaveGuard(form)
  useFocusOnRefusal(form)
  return (
    <Page title="Nova mensagem de pagamento">
      <PaymentComposer form={form} />
    </Page>
  )
}
