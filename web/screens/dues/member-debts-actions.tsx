import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { IconFileText, IconPlus } from '@tabler/icons-react'
import { recordPath } from '@agremia/resources/paths.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useMay, useResource } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { openDocument } from '../../resource/open-document.ts'
import { RecordDialog } from '../../resource/record-dialog.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { centsOf } from './debt-cells.tsx'
import { doAction } from './release-credit.ts'
import { useRefreshDebts } from './use-refresh-debts.ts'

/** What using the credit leaves, of it and of what is owed. */
function creditWords(credit: number, open: readonly StoredRecord[]): string {
  const owed = open.reduce((sum, { openAmount }) => sum + centsOf(openAmount), 0)
  const used = Math.min(credit, owed)
  return `São usados ${formatAmount(used)}, nas dívidas mais antigas primeiro. Ficam ${formatAmount(owed - used)} por pagar e ${formatAmount(credit - used)} de crédito.`
}

interface MemberDebtsActionsProps {
  member: StoredRecord
  open: readonly StoredRecord[]
  /** They stand in a part of the page, whose main action is another. */
  isPart?: boolean
}

/** What concerns the member's account as a whole. */
export function MemberDebtsActions({ member, open, isPart = false }: MemberDebtsActionsProps) {
  const [adding, setAdding] = useState(false)
  const refresh = useRefreshDebts()
  const mayCreate = useMay('unsettledPayments').create
  const mayUse = useResource('members')?.actions.some(({ name }) => name === 'useCredit') ?? false

  async function applyCredit() {
    const sure = await confirmDialog({
      title: 'Usar o crédito?',
      message: creditWords(centsOf(member.credit), open),
      confirmLabel: 'Usar o crédito',
    })
    if (sure && (await doAction('members', member._id, 'useCredit', 'Crédito usado.'))) refresh()
  }

  return (
    <Group gap="0.625rem">
      {mayUse && centsOf(member.credit) > 0 && open.length > 0 && (
        <Button variant="default" onClick={() => void applyCredit()}>
          Usar o crédito
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconFileText size="1.125rem" stroke={1.5} />}
        onClick={() => void openDocument(`${recordPath('members', member._id)}/statement`)}
      >
        Extrato
      </Button>
      {mayCreate && (
        <Button
          variant={isPart ? 'default' : 'filled'}
          leftSection={<IconPlus size="1.125rem" stroke={1.5} />}
          onClick={() => setAdding(true)}
        >
          Nova dívida
        </Button>
      )}
      {adding && (
        <RecordDialog
          resource="unsettledPayments"
          initial={{ memberId: member._id, dueDate: organisationToday() }}
          omit={ofMember}
          onClose={() => setAdding(false)}
          onSaved={refresh}
        />
      )}
    </Group>
  )
}

const ofMember = ['memberId']
