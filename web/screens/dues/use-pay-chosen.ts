import { useNavigate } from 'react-router'
import { counted } from '@agremia/resources/rules/plural.ts'
import { api, type StoredRecord } from '../../api/client.ts'
import { useMay, useTerminology } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'
import type { ChosenRecords } from '../../resource/record-list.tsx'
import { toast } from '../../ui/toast.ts'
import { payPath } from './dues-paths.ts'

/** More debts than this are in nobody's hand, and in no address. */
export const mostPaid = 100

/** Goes to register a payment with the chosen debts ticked; undefined for whoever may not. A payment begins with one payer. */
export function usePayChosen(): ((chosen: ChosenRecords) => Promise<void>) | undefined {
  const navigate = useNavigate()
  const { memberSingular, memberPlural } = useTerminology()
  if (!useMay('payments').create) return undefined
  return async ({ records, ids }) => {
    const debts = records ?? (await readDebts(await ids()))
    const members = new Set(debts.map(({ memberId }) => String(memberId)))
    const [payer] = members
    if (payer === undefined) return
    if (members.size > 1) {
      toast(
        `São dívidas de ${counted(members.size, memberSingular, memberPlural)}. Escolha as de quem paga: as dos outros juntam-se depois, em «Outra pessoa neste recibo».`,
        { tone: 'error' },
      )
      return
    }
    await navigate(
      payPath(
        payer,
        debts.map(({ _id }) => _id),
      ),
    )
  }
}

async function readDebts(ids: readonly string[]): Promise<StoredRecord[]> {
  const params = { where: { id: ids }, columns: ['memberId'], limit: mostPaid }
  return answered(await api.list('unsettledPayments', params, { channel: 'chosen debts' })).data
}
