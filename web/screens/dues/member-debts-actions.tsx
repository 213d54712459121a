import type { Cents } from '@agremia/resources/rules/amount.ts'
import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { IconArrowBackUp, IconFileText, IconPlus } from '@tabler/icons-react'
import { recordPath } from '@agremia/resources/paths.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useMay, useResource } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { ActionDialog, runAction } from '../../resource/action-dialog.tsx'
import { openDocument } from '../../resource/open-document.ts'
import { RecordDialog } from '../../resource/record-dialog.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { doAction, useRefreshDebts } from './charge-actions.ts'

/** How much credit would be used, and what remains of debt and credit. */
function creditUseText(credit: Cents, open: readonly StoredRecord[]): string {
  const owed = open.reduce((sum, { openAmount }) => sum + toCents(openAmount), 0)
  const used = Math.min(credit, owed)
  return `São usados ${formatAmount(used)}, nas dívidas mais antigas primeiro. Ficam ${formatAmount(owed - used)} por pagar e ${formatAmount(credit - used)} de crédito.`
}

interface MemberDebtsActionsProps {
  member: StoredRecord
  open: readonly StoredRecord[]
  /** They are part of a page that has another main action. */
  isPart?: boolean
}

/** Actions on the member's whole account: use or give back credit, print a statement, add a charge. */
export function MemberDebtsActions({ member, open, isPart = false }: MemberDebtsActionsProps) {
  const [adding, setAdding] = useState(false)
  const refresh = useRefreshDebts()
  const mayCreate = useMay('unsettledPayments').create
  const [refunding, setRefunding] = useState(false)
  const actions = useResource('members')?.actions ?? []
  const mayUse = actions.some(({ name }) => name === 'useCredit')
  const refund = actions.find(({ name }) => name === 'refundCredit')

  async function applyCredit() {
    const sure = await confirmDialog({
      title: 'Usar o crédito?',
      message: creditUseText(toCents(member.credit), open),
      confirmLabel: 'Usar o crédito',
    })
    if (sure && (await doAction('members', member._id, 'useCredit', 'Crédito usado.'))) refresh()
  }

  return (
    <Group gap="0.625rem">
      {mayUse && toCents(member.credit) > 0 && open.length > 0 && (
        <Button variant="default" onClick={() => void applyCredit()}>
          Usar o crédito
        </Button>
      )}
      {refund && toCents(member.credit) > 0 && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size="1.125rem" stroke={1.5} />}
          onClick={() => setRefunding(true)}
        >
          {refund.label}
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
      {refund && refunding && (
        <ActionDialog
          title={refund.label}
          action={refund}
          initial={{ amount: member.credit, date: organisationToday(), method: 'transfer' }}
          intro="O crédito sai da conta corrente, e há um comprovativo para a pessoa assinar."
          onClose={() => setRefunding(false)}
          onRun={async (input) => {
            const made = await runAction('members', member._id, refund.name, input)
            toast('Crédito devolvido.')
            setRefunding(false)
            refresh()
            if (made) await openDocument(`${recordPath('creditRefunds', made._id)}/document`)
          }}
        />
      )}
      {adding && (
        <RecordDialog
          resource="unsettledPayments"
          initial={{ memberId: member._id, dueDate: organisationToday() }}
          omit={presetFields}
          onClose={() => setAdding(false)}
          onSaved={refresh}
        />
      )}
    </Group>
  )
}

const presetFields = ['memberId']
