import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../../api/queries.ts'
import { api, isTimedOut, type StoredRecord } from '../../api/client.ts'
import { runAction } from '../../resource/action-dialog.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { euros } from '../../ui/euros.tsx'
import { toastError } from '../../resource/toast-error.ts'

/** Returns a function that invalidates every cached query that shows debts. */
export function useRefreshDebts(): () => void {
  const client = useQueryClient()
  return () => {
    for (const resource of affectedResources) {
      void client.invalidateQueries({ queryKey: keys.lists(resource) })
      void client.invalidateQueries({ queryKey: keys.records(resource) })
    }
  }
}

const affectedResources = [
  'unsettledPayments',
  'members',
  'memberBalances',
  'creditUses',
  'creditRefunds',
  'paymentAgreements',
  'agreementInstalments',
]

/** After confirmation, releases the credit that settled a charge, which becomes owed again. Returns whether it was done. */
export async function releaseCredit(charge: StoredRecord): Promise<boolean> {
  const used = await creditUsedIn(charge)
  const sure = await confirmDialog({
    title: `Devolver o crédito usado em «${String(charge.description)}»?`,
    message: `${used === undefined ? 'O crédito volta' : `${euros(used)} de crédito voltam`} a estar por usar, e a dívida volta a ser devida nessa parte.`,
    confirmLabel: 'Devolver o crédito',
  })
  return sure && (await doAction('unsettledPayments', charge._id, 'releaseCredit', 'Crédito devolvido.'))
}

/** Credit used by the charge, in euros; undefined when the request failed. */
async function creditUsedIn({ _id }: StoredRecord): Promise<number | undefined> {
  const parent = { resource: 'unsettledPayments', id: _id }
  try {
    const uses = await api.list('creditUses', { parent, limit: 1 }, { channel: 'credit of a debt' })
    return isTimedOut(uses) ? undefined : uses.meta.sums?.amount
  } catch {
    return undefined
  }
}

/** Runs an action without input and shows a toast with the result. Returns whether it succeeded. */
export async function doAction(resource: string, id: string, action: string, done: string): Promise<boolean> {
  try {
    if ((await runAction(resource, id, action, {})) === undefined) return false
    toast(done)
    return true
  } catch (error) {
    toastError(error)
    return false
  }
}
