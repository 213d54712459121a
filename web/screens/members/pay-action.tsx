import { Suspense } from 'react'
import { IconCoinEuro } from '@tabler/icons-react'
import { PageAction } from '../../ui/page-action.tsx'
import { loadPaymentDialog, PaymentDialog } from '../payments/index.ts'

/** Registers a payment of the member without leaving the page. */
export function PayButton({ onPay }: { onPay: () => void }) {
  return (
    <PageAction
      label={payLabel}
      icon={<IconCoinEuro size="1.125rem" stroke={1.5} />}
      onClick={onPay}
      onIntent={() => void loadPaymentDialog()}
    />
  )
}

export const payLabel = 'Registar pagamento'

export function PayDialog({ memberId, onClose }: { memberId: string; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <PaymentDialog memberId={memberId} onClose={onClose} />
    </Suspense>
  )
}
