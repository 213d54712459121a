import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { ChosenDebts } from '../dues/use-notify.ts'
import { PaymentMessagesLink } from './payment-messages-link.tsx'
import { useOpenPaymentComposer } from './use-write-to.ts'

/** Beside the ladder of reminders: a message in one's own words, to those who were chosen, and those that there are. */
export function WriteLinks({ chosen: { chargeIds = [], memberIds = [] } }: { chosen: ChosenDebts }) {
  const write = useOpenPaymentComposer()
  const isAnybody = chargeIds.length + memberIds.length > 0
  return (
    <>
      {write && (
        <Button
          variant="default"
          leftSection={<IconPencil size="1.125rem" stroke={1.5} aria-hidden />}
          onClick={() => write(isAnybody ? { unsettledPaymentIds: chargeIds, memberIds } : undefined)}
        >
          Escrever mensagem…
        </Button>
      )}
      <PaymentMessagesLink />
    </>
  )
}
