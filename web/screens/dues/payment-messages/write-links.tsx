import { IconPencil } from '@tabler/icons-react'
import type { ChosenDebts } from '../notice-choice.ts'
import { PaymentMessagesLink } from '../../messages/index.ts'
import { useOpenPaymentComposer } from './payment-audience.ts'
import { CommandButton } from '../../../ui/command-button.tsx'

/** A button that writes a payment message to the chosen debtors, and a link to the existing messages. */
export function WriteLinks({ chosen: { chargeIds = [], memberIds = [] } }: { chosen: ChosenDebts }) {
  const write = useOpenPaymentComposer()
  const isAnyChosen = chargeIds.length + memberIds.length > 0
  return (
    <>
      {write && (
        <CommandButton
          icon={IconPencil}
          label="Escrever mensagem…"
          onClick={() => write(isAnyChosen ? { unsettledPaymentIds: chargeIds, memberIds } : undefined)}
        />
      )}
      <PaymentMessagesLink />
    </>
  )
}
