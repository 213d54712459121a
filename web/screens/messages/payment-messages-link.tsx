import { Button } from '@mantine/core'
import { IconMailDollar } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useMay } from '../../api/queries.ts'
import { paymentMessagesPath } from '../../paths/messages.ts'

/** The way to the messages about debts that somebody wrote. */
export function PaymentMessagesLink() {
  if (!useMay('paymentMessage').list) return null
  return (
    <Button
      component={Link}
      to={paymentMessagesPath}
      variant="default"
      leftSection={<IconMailDollar size="1.125rem" stroke={1.5} aria-hidden />}
    >
      Mensagens de pagamento
    </Button>
  )
}
