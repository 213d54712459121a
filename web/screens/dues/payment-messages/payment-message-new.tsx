import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { useFields } from '../../../api/queries.ts'
import { useFocusOnRefusal } from '../../../resource/form/field-focus.ts'
import { useLeaveGuard } from '../../../resource/form/leave-guard.ts'
import { useRecordForm } from '../../../resource/record-form.tsx'
import { Page } from '../../../ui/page.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { useAddress } from '../../../ui/router.tsx'
import { useFillFromNavigation } from '../../messages/index.ts'
import { readPaymentAudience, allDebtors } from './payment-audience.ts'
import { PaymentComposer } from './payment-composer.tsx'

export default function PaymentMessageNew() {
  const fields = useFields('paymentMessage')
  return fields ? <NewMessage fields={fields} /> : <PageSkeleton />
}

function NewMessage({ fields }: { fields: FieldMap }) {
  const form = useRecordForm({ resource: 'paymentMessage', fields, initial: { ...allDebtors } })
  const navigated = readPaymentAudience(useAddress().state)
  useFillFromNavigation(form, navigated && { ...navigated })
  useLeaveGuard(form)
  useFocusOnRefusal(form)
  return (
    <Page title="Nova mensagem de pagamento">
      <PaymentComposer form={form} />
    </Page>
  )
}
