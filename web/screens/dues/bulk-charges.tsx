import { useId } from 'react'
import { useQuery } from '@tanstack/react-query'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted, plural } from '@agremia/resources/rules/plural.ts'
import { api, type StoredRecord } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'
import BulkActionDialog from '../../resource/bulk-action-dialog.tsx'
import type { ChosenRecords } from '../../resource/record-list.tsx'
import { centsOf } from './debt-cells.tsx'

/** What is done to many debts, each by itself. */
export type BulkChargesDeed = 'exempt' | 'cancel' | 'restore'

/** `intro` says what follows, of one debt and of more. */
const words: Record<BulkChargesDeed, { verb: string; intro: [one: string, other: string] }> = {
  exempt: {
    verb: 'Isentar',
    intro: [
      'Deixa de ser devida e conta como isenta. Pode ser reposta.',
      'Deixam de ser devidas e contam como isentas. Podem ser repostas.',
    ],
  },
  cancel: {
    verb: 'Anular',
    intro: [
      'Deixa de ser devida, como se nunca tivesse sido cobrada. Pode ser reposta.',
      'Deixam de ser devidas, como se nunca tivessem sido cobradas. Podem ser repostas.',
    ],
  },
  restore: {
    verb: 'Repor',
    intro: [
      'Volta a ser devida, pelo seu valor, a menos que já tenha outra no seu lugar.',
      'As anuladas e as isentas voltam a ser devidas, cada uma pelo seu valor. As que já têm outra no seu lugar ficam como estão.',
    ],
  },
}

interface BulkChargesProps {
  deed: BulkChargesDeed
  chosen: ChosenRecords
  onClose: () => void
}

/** Waives or cancels many debts, with one reason, or makes them owed again, and tells how it went with each. */
export default function BulkCharges({ deed, chosen, onClose }: BulkChargesProps) {
  const { verb, intro } = words[deed]
  const { debts, isLoading } = useChosenDebts(chosen)
  const sums = debts && sumWords(deed, debts)
  const changesNothing = debts && !debts.some((debt) => isChanged(deed, debt))
  // Few are read at once: the dialog asks nothing that it would take back.
  if (isLoading && chosen.count <= atOnce) return null
  const [only] = chosen.count === 1 ? (debts ?? []) : []
  return (
    <BulkActionDialog
      resource="unsettledPayments"
      action={deed}
      title={`${verb} ${only ? String(only.description) : counted(chosen.count, 'dívida', 'dívidas')}`}
      intro={[sums, !changesNothing && plural(chosen.count, ...intro)].filter(Boolean).join(' ')}
      changesNothing={changesNothing}
      chosen={chosen}
      alsoChanges={changedWithCharges}
      onClose={onClose}
    />
  )
}

/** Of more, no sum is said. */
const mostSummed = 2000
const atOnce = 100

/** The chosen debts, once they are read; undefined when there are too many. */
function useChosenDebts(chosen: ChosenRecords): { debts: StoredRecord[] | undefined; isLoading: boolean } {
  const dialog = useId()
  const { data, isLoading } = useQuery({
    queryKey: [...keys.lists('unsettledPayments'), 'chosen', dialog],
    queryFn: async ({ signal }) => readDebts(await chosen.ids(), signal),
    enabled: chosen.count <= mostSummed,
    gcTime: 0,
  })
  return { debts: data, isLoading }
}

async function readDebts(ids: readonly string[], signal: AbortSignal): Promise<StoredRecord[]> {
  const debts: StoredRecord[] = []
  for (let from = 0; from < ids.length; from += atOnce) {
    const where = { _id: ids.slice(from, from + atOnce) }
    const params = { where, limit: atOnce, columns: ['amount', 'description', 'status', 'usesCredit'] }
    debts.push(
      ...answered(await api.list('unsettledPayments', params, { signal, channel: dialogChannel })).data,
    )
  }
  return debts
}

const dialogChannel = 'chosen debts'

/** How much is no longer owed, or is owed again, and how many debts stay as they are. */
export function sumWords(deed: BulkChargesDeed, debts: readonly StoredRecord[]): string {
  const changed = debts.filter((debt) => isChanged(deed, debt))
  const cents = changed.reduce((sum, { amount }) => sum + centsOf(amount), 0)
  const kept = debts.length - changed.length
  if (changed.length === 0) {
    const [one, other] = unchanged[deed === 'restore' ? 'restore' : 'end']
    return plural(debts.length, one, other)
  }
  const again = deed === 'restore' ? 'voltam a ser devidos' : 'deixam de ser devidos'
  return [
    `${counted(changed.length, 'dívida', 'dívidas')}: ${formatAmount(cents)} ${again}.`,
    kept > 0 &&
      `${counted(kept, 'fica como está', 'ficam como estão')}${deed === 'restore' ? '' : plural(kept, ', por já ter pagamentos ou já não ser devida', ', por já terem pagamentos ou já não serem devidas')}.`,
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

/** Debts for which money was received stay as they are, and so do those that are already so; credit comes back. */
function isChanged(deed: BulkChargesDeed, { status, usesCredit }: StoredRecord): boolean {
  return changeable[deed].includes(String(status)) || (deed !== 'restore' && usesCredit === true)
}

const changeable: Record<BulkChargesDeed, readonly string[]> = {
  exempt: ['open'],
  cancel: ['open', 'exempt'],
  restore: ['cancelled', 'exempt'],
}

/** Whatever shows money of members changes with it. */
export const changedWithCharges = ['members', 'memberBalances', 'creditUses']
