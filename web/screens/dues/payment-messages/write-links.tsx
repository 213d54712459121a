import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { NotifyArrival } from '../use-notify.ts'
import { PaymentMessagesLink } from '../../messages/index.ts'
import { useWrite } from './use-write-to.ts'

/** Beside the ladder of reminders: a message in one's own words, to those who were chosen, and those that there are. */
export function WriteLinks({ chosen: { chargeIds = [], memberIds = [] } }: { chosen: NotifyArrival }) {
  const write = useWrite()
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
