import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useId } from 'react'
import { useQuery } from '@tanstack/react-query'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { counted, plural } from '@agremia/resources/rules/plural.ts'
import type { ActionDescriptor } from '@agremia/resources/descriptor.ts'
import { api } from '../../api/client.ts'
import { keys, useResource } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { manyQuestionOf, questionOf } from '../../resource/actions/action-words.ts'
import BulkActionDialog from '../../resource/actions/bulk-action-dialog.tsx'
import type { ChosenRecords } from '../../resource/record-list.tsx'

type ChargeRecord = ResourceRecord<'unsettledPayments'>

/** An action of `unsettledPayments` that runs on each of many charges. */
export type ChargeAction = 'exempt' | 'cancel' | 'restore'

interface BulkChargesProps {
  action: ActionDescriptor
  chosen: ChosenRecords<'unsettledPayments'>
  onClose: () => void
}

/** Waives, cancels or restores many charges, and shows the result of each. */
export default function BulkCharges({ action, chosen, onClose }: BulkChargesProps) {
  const name = action.name as ChargeAction
  const { debts, isLoading } = useChosenDebts(chosen)
  const descriptor = useResource('unsettledPayments')
  const sums = debts && effectText(name, debts)
  const changesNothing = debts && !debts.some((debt) => isChanged(name, debt))
  // One batch loads quickly: waits for it, so that the title and the summary do not change after the dialog opens.
  if (!descriptor || (isLoading && chosen.count <= batchSize)) return null
  const [only] = chosen.count === 1 ? (debts ?? []) : []
  const { title, text } = only
    ? questionOf(action, descriptor, {}, only)
    : manyQuestionOf(action, descriptor, chosen.count)
  return (
    <BulkActionDialog
      resource="unsettledPayments"
      action={action}
      title={title}
      intro={[sums, !changesNothing && text].filter(Boolean).join(' ')}
      changesNothing={changesNothing}
      chosen={chosen}
      onClose={onClose}
    />
  )
}

/** Above this number the dialog shows no sum. */
const maxSummed = 2000
const batchSize = 100

/** The chosen charges; undefined while they load, and when they are more than `maxSummed`. */
function useChosenDebts(chosen: ChosenRecords<'unsettledPayments'>): {
  debts: ChargeRecord[] | undefined
  isLoading: boolean
} {
  const dialog = useId()
  const { data, isLoading } = useQuery({
    queryKey: [...keys.lists('unsettledPayments'), 'chosen', dialog],
    queryFn: async ({ signal }) => readDebts(await chosen.ids(), signal),
    enabled: chosen.count <= maxSummed,
    gcTime: 0,
  })
  return { debts: data, isLoading }
}

async function readDebts(ids: readonly string[], signal: AbortSignal): Promise<ChargeRecord[]> {
  const debts: ChargeRecord[] = []
  for (let from = 0; from < ids.length; from += batchSize) {
    const where = { id: ids.slice(from, from + batchSize) }
    const columns = ['amount', 'description', 'status', 'usesCredit'] as const
    const params = { where, limit: batchSize, columns }
    debts.push(...requireAnswer(await api.list('unsettledPayments', params, signal)).data)
  }
  return debts
}

/** Summarises which charges change, their sum, and how many stay unchanged. */
export function effectText(action: ChargeAction, debts: readonly ChargeRecord[]): string {
  const changed = debts.filter((debt) => isChanged(action, debt))
  const cents = changed.reduce((sum, { amount }) => sum + toCents(amount), 0)
  const kept = debts.length - changed.length
  if (changed.length === 0) {
    const [one, other] = unchanged[action === 'restore' ? 'restore' : 'end']
    return plural(debts.length, one, other)
  }
  const again = action === 'restore' ? 'voltam a ser devidos' : 'deixam de ser devidos'
  return [
    `${counted(changed.length, 'dívida', 'dívidas')}: ${formatAmount(cents)} ${again}.`,
    kept > 0 &&
      `${counted(kept, 'fica como está', 'ficam como estão')}${action === 'restore' ? '' : plural(kept, ', por já ter pagamentos ou já não ser devida', ', por já terem pagamentos ou já não serem devidas')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const unchanged = {
  restore: ['Não muda: não está anulada nem isenta.', 'Nenhuma muda: não estão anuladas nem isentas.'],
  end: [
    'Não muda: já tem pagamentos ou já não é devida.',
    'Nenhuma muda: já têm pagamentos ou já não são devidas.',
  ],
} as const

/** Charges paid with money stay unchanged; charges paid only with credit can be waived or cancelled, which releases the credit. */
function isChanged(action: ChargeAction, { status, usesCredit }: ChargeRecord): boolean {
  return changeable[action].includes(status) || (action !== 'restore' && usesCredit)
}

const changeable: Record<ChargeAction, readonly string[]> = {
  exempt: ['open'],
  cancel: ['open', 'exempt'],
  restore: ['cancelled', 'exempt'],
}
