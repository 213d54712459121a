import { useState } from 'react'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { decimalToCents, formatAmount } from '@agremia/resources/rules/amount.ts'
import { isApiError, type StoredRecord } from '../../api/client.ts'
import { useResource } from '../../api/queries.ts'
import { runAction } from '../../resource/action-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshLedger } from './payer-queries.ts'
import type { PaymentEntryControls } from './use-payment-entry.ts'
import classes from './payment-entry.module.css'

interface CreditNoticeProps {
  entry: PaymentEntryControls
  member: StoredRecord
  owes: boolean
}

/** The member's credit, with a button that uses it for open charges. */
export function CreditNotice({ entry, member, owes }: CreditNoticeProps) {
  const client = useQueryClient()
  const action = useResource('members')?.actions.find(({ name }) => name === 'useCredit')
  const [busy, setBusy] = useState(false)
  const credit = decimalToCents(Number(member.credit ?? 0)) ?? 0
  if (credit <= 0) return null

  async function use() {
    setBusy(true)
    try {
      const changed = await runAction('members', member._id, 'useCredit', {})
      if (changed) entry.updatePayer({ ...member, ...changed })
      await refreshLedger(client)
      toast('Crédito usado nas dívidas mais antigas.')
    } catch (error) {
      if (!isApiError(error)) throw error
      toast(error.message, { tone: 'error' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={classes.credit}>
      <span>
        Tem <strong>{formatAmount(credit)}</strong> de crédito.
      </span>
      {action && owes && (
        <Button size="compact-sm" variant="default" loading={busy} onClick={() => void use()}>
          {action.label}
        </Button>
      )}
    </div>
  )
}
