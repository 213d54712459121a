import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useActions } from '../../resource/actions/use-actions.tsx'
import { ActionButton } from '../../resource/actions/action-buttons.tsx'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { useState } from 'react'
import { Group } from '@mantine/core'
import { IconFileText, IconPlus } from '@tabler/icons-react'
import { recordPath } from '@agremia/resources/paths.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { useMay } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { openDocument } from '../../resource/open-document.ts'
import { RecordDialog } from '../../resource/record-dialog.tsx'
import { CommandButton } from '../../ui/command-button.tsx'

/** How much credit would be used, and what remains of debt and credit. */
function creditUseText(credit: Cents, open: readonly ResourceRecord<'unsettledPayments'>[]): string {
  const owed = open.reduce((sum, { openAmount }) => sum + toCents(openAmount), 0)
  const used = Math.min(credit, owed)
  return `São usados ${formatAmount(used)}, nas dívidas mais antigas primeiro. Ficam ${formatAmount(owed - used)} por pagar e ${formatAmount(credit - used)} de crédito.`
}

interface MemberDebtsActionsProps {
  member: ResourceRecord<'members'>
  open: readonly ResourceRecord<'unsettledPayments'>[]
  /** They are part of a page that has another main action. */
  isPart?: boolean
}

/** Actions on the member's whole account: use or give back credit, print a statement, add a charge. */
export function MemberDebtsActions({ member, open, isPart = false }: MemberDebtsActionsProps) {
  const [adding, setAdding] = useState(false)
  const mayCreate = useMay('unsettledPayments').create
  const hasCredit = toCents(member.credit) > 0
  const { find, dialog } = useActions('members', member, {
    useCredit: {
      isOffered: hasCredit && open.length > 0,
      text: creditUseText(toCents(member.credit), open),
    },
    refundCredit: {
      isOffered: hasCredit,
      after: ({ _id }) => void openDocument(`${recordPath('creditRefunds', _id)}/document`),
    },
  })
  return (
    <Group gap="0.625rem">
      <ActionButton action={find('useCredit')} />
      <ActionButton action={find('refundCredit')} />
      <CommandButton
        icon={IconFileText}
        label="Extrato"
        onClick={() => void openDocument(`${recordPath('members', member._id)}/statement`)}
      />
      {mayCreate && (
        <CommandButton
          icon={IconPlus}
          label="Nova dívida"
          variant={isPart ? 'default' : 'filled'}
          onClick={() => setAdding(true)}
        />
      )}
      {dialog}
      {adding && (
        <RecordDialog
          resource="unsettledPayments"
          initial={{ memberId: member._id, dueDate: organisationToday() }}
          omit={presetFields}
          onClose={() => setAdding(false)}
        />
      )}
    </Group>
  )
}

const presetFields = ['memberId']
