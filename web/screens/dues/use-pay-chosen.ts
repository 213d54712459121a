import { useNavigate } from 'react-router'
import { counted } from '@agremia/resources/rules/plural.ts'
import { api, type StoredRecord } from '../../api/client.ts'
import { useMay, useTerminology } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'
import type { ChosenRecords } from '../../resource/record-list.tsx'
import { toast } from '../../ui/toast.ts'
import { mostPayers, payPath } from '../../paths/dues.ts'

/** More debts than this are in nobody's hand, and in no address. */
export const mostPaid = 100

/** Goes to register one payment of the chosen debts, of one member or of several; undefined for whoever may not. */
export function usePayChosen(): ((chosen: ChosenRecords) => Promise<void>) | undefined {
  const navigate = useNavigate()
  const { memberSingular, memberPlural } = useTerminology()
  if (!useMay('payments').create) return undefined
  return async ({ records, ids }) => {
    const debts = records ?? (await readDebts(await ids()))
    const members = [...new Set(debts.map(({ memberId }) => String(memberId)))]
    if (members.length === 0) return
    if (members.length > mostPayers) {
      const said = counted(members.length, memberSingular, memberPlural)
      toast(`São dívidas de ${said}, e um pagamento é de ${mostPayers} no máximo. Escolha menos.`, {
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

async function readDebts(ids: readonly string[]): Promise<StoredRecord[]> {
  const params = { where: { id: ids }, columns: ['memberId'], limit: mostPaid }
  return answered(await api.list('unsettledPayments', params, { channel: 'chosen debts' })).data
}
