import type { RecordProps } from '../../resource/loaded-record.tsx'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useEffect } from 'react'
import { Group } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { waitingStates } from '@agremia/resources/definitions/messages.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted, joinList } from '@agremia/resources/rules/plural.ts'
import { recordQuery } from '../../api/queries.ts'
import { ActionButton } from '../../resource/actions/action-buttons.tsx'
import { type ActionSetup, useActions } from '../../resource/actions/use-actions.tsx'
import { openDocument } from '../../resource/open-document.ts'
import { cancelParameter } from '../../paths/dues.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { useSearchParams } from '../../ui/router.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { removeRegistered } from './entry-session.ts'
import { partsOf, useReceiptMessages } from './payment-side.tsx'
import { useHeldText } from '../messages/index.ts'

/** Buttons to open the receipt, send it by email, confirm, return or cancel the payment, or undo its return. */
export function PaymentActions({ record }: RecordProps<'payments'>) {
  const unsent = useReceiptMessages(record._id)?.filter(({ state }) =>
    waitingStates.some((waiting) => waiting === state),
  )
  const { find, dialog } = useActions('payments', record, {
    cancel: {
      text: consequences(record, unsent?.length ?? 0),
      after: () => removeRegistered(record._id),
    },
    return: {
      text: [
        'O recibo mantém o número e fica marcado como devolvido, mesmo que as contas do seu ano estejam fechadas.',
        ...reopenedTexts(record),
      ].join(' '),
    },
    sendReceipt: useSendSetup(record),
  })
  const cancel = find('cancel')
  useCancelAddress(cancel?.run)
  const more = [find('confirm'), find('return')]
  return (
    <Group gap="0.625rem">
      <ActionButton action={cancel} />
      <ActionButton action={find('undoReturn')} />
      <ActionButton action={find('sendReceipt')} />
      <CommandButton
        icon={IconFileText}
        label="Abrir recibo"
        variant="filled"
        onClick={() => void openDocument(`${recordPath('payments', record._id)}/receipt`)}
      />
      <ActionMenu actions={more.filter((action) => action !== undefined)} />
      {dialog}
    </Group>
  )
}

/** Starts the cancellation that the address asks for. */
function useCancelAddress(cancel: (() => void) | undefined): void {
  const [query, setQuery] = useSearchParams()
  const isAsked = query.has(cancelParameter) && cancel !== undefined
  useEffect(() => {
    if (!isAsked) return
    // Without the parameter, the next run does nothing.
    setQuery({}, { replace: true })
    cancel()
  }, [isAsked, cancel, setQuery])
}

/** Sends the receipt by email, by default to the payer's address. */
function useSendSetup({ memberId }: ResourceRecord<'payments'>): ActionSetup {
  const held = useHeldText('one')
  const payer = useQuery(recordQuery('members', memberId))
  return {
    isOffered: !payer.isPending,
    initial: { email: payer.data?.email ?? null },
    text: ['Segue por email, com o recibo em PDF.', held].filter(Boolean).join(' '),
  }
}

const maxNamed = 4

function consequences(record: ResourceRecord<'payments'>, unsentMessages: number): string {
  return [
    'O recibo mantém o número e fica marcado como anulado.',
    ...reopenedTexts(record),
    unsentMessages > 0 &&
      `${counted(unsentMessages, 'mensagem que não saiu é cancelada', 'mensagens que não saíram são canceladas')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** What is owed again without the payment, and the credit that ends. */
function reopenedTexts(record: ResourceRecord<'payments'>): string[] {
  const parts = partsOf(record)
  const debts = parts.filter(({ debtId }) => debtId !== null)
  const credit = parts.filter(({ debtId }) => debtId === null).reduce((sum, { cents }) => sum + cents, 0)
  const named = debts
    .slice(0, maxNamed)
    .map(({ description, cents }) => `${description} (${formatAmount(cents)})`)
  const others = debts.length - named.length
  const all = others > 0 ? [...named, `mais ${others}`] : named
  return [
    all.length > 0 && `Volta a ficar por pagar: ${joinList(all)}.`,
    credit > 0 && `Deixa de haver o crédito de ${formatAmount(credit)}.`,
  ].filter((text) => text !== false)
}
