import { IconMailDollar } from '@tabler/icons-react'
import { useMay } from '../../api/queries.ts'
import { paymentMessagesPath } from '../../paths/messages.ts'
import { CommandButton } from '../../ui/command-button.tsx'

/** A link to the list of payment messages; hidden without permission. */
export function PaymentMessagesLink() {
  if (!useMay('paymentMessage').list) return null
  return <CommandButton icon={IconMailDollar} label="Mensagens de pagamento" to={paymentMessagesPath} />
}
