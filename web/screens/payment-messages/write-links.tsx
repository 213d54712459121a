import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useMay } from '../../api/queries.ts'
import type { NotifyArrival } from '../dues/use-notify.ts'
import { mostChosen, type PaymentArrival } from './payment-audience.ts'
import { newPaymentMessagePath } from './payment-message-paths.ts'
import { PaymentMessagesLink } from './payment-messages-link.tsx'

/** Beside the ladder of reminders: a message in one's own words, to those who were chosen, and those that there are. */
export function WriteLinks({ chosen: { chargeIds = [], memberIds = [] } }: { chosen: NotifyArrival }) {
  const mayWrite = useMay('paymentMessage').create
  const isAnybody = chargeIds.length + memberIds.length > 0
  const isFew = Math.max(chargeIds.length, memberIds.length) <= mostChosen
  const state: PaymentArrival = { paymentAudience: { unsettledPaymentIds: chargeIds, memberIds } }
  return (
    <>
      {mayWrite && (
        <Button
          component={Link}
          to={newPaymentMessagePath}
          state={isAnybody && isFew ? state : null}
          variant="default"
          leftSection={<IconPencil size="1.125rem" stroke={1.5} aria-hidden />}
        >
          Escrever mensagem…
        </Button>
      )}
      <PaymentMessagesLink />
    </>
  )
}
