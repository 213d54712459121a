import { Button } from '@mantine/core'
import { IconMailDollar } from '@tabler/icons-react'
import { useMay } from '../../api/queries.ts'
import { paymentMessagesPath } from '../../paths/messages.ts'
import { AppLink } from '../../ui/app-link.tsx'

/** A link to the list of payment messages; hidden without permission. */
export function PaymentMessagesLink() {
  if (!useMay('paymentMessage').list) return null
  return (
    <Button
      component={AppLink}
      to={paymentMessagesPath}
      variant="default"
      leftSection={<IconMailDollar size="1.125rem" stroke={1.5} aria-hidden />}
    >
      Mensagens de pagamento
    </Button>
  )
}
