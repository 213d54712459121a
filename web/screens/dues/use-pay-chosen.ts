import { useNavigate } from 'react-router'
import { counted } from '@agremia/resources/rules/plural.ts'
import { api, type StoredRecord } from '../../api/client.ts'
import { useMay, useTerminology } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'
import type { ChosenRecords } from '../../resource/record-list.tsx'
import { toast } from '../../ui/toast.ts'
import { maxPayers, payPath } from '../../paths/dues.ts'

/** Limit of charges that fit in the address of a new payment. */
export const maxPaidCharges = 100

/** Opens a new payment of the chosen charges, of one or several members; undefined without permission. */
export function usePayChosen(): ((chosen: ChosenRecords) => Promise<void>) | undefined {
  const navigate = useNavigate()
  const { memberSingular, memberPlural } = useTerminology()
  if (!useMay('payments').create) return undefined
  return async ({ records, ids }) => {
    const debts = records ?? (await loadCharges(await ids()))
    const members = [...new Set(debts.map(({ memberId }) => String(memberId)))]
    if (members.length === 0) return
    if (members.length > maxPayers) {
      const people = counted(members.length, memberSingular, memberPlural)
      toast(`São dívidas de ${people}, e um pagamento é de ${maxPayers} no máximo. Escolha menos.`, {
        tone: 'error',
      })
      return
    }
    await navigate(
      payPath(
        members,
        debts.map(({ _id }) => _id),
      ),
    )
  }
}

async function loadCharges(ids: readonly string[]): Promise<StoredRecord[]> {
  const params = { where: { id: ids }, columns: ['memberId'], limit: maxPaidCharges }
  return answered(await api.list('unsettledPayments', params, { channel: 'chosen debts' })).data
}
