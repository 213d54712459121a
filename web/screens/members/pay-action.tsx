import { lazy, Suspense, useState } from 'react'
import { Button } from '@mantine/core'
import { IconCoinEuro } from '@tabler/icons-react'
import { useMay } from '../../api/queries.ts'

const loadDialog = () => import('../payments/payment-dialog.tsx')
const PaymentDialog = lazy(async () => ({ default: (await loadDialog()).PaymentDialog }))

/** Registers a payment of the member without leaving the page. */
export function PayAction({ memberId }: { memberId: string }) {
  const [paying, setPaying] = useState(false)
  if (!useMay('payments').create) return null
  return (
    <>
      <Button
        leftSection={<IconCoinEuro size="1.125rem" stroke={1.5} />}
        onClick={() => setPaying(true)}
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
      >
        Registar pagamento
      </Button>
      {paying && (
        <Suspense fallback={null}>
          <PaymentDialog memberId={memberId} onClose={() => setPaying(false)} />
        </Suspense>
      )}
    </>
  )
}
