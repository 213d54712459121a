import { useMay } from '../../api/queries.ts'
import { createAccountsPath } from '../../paths/account.ts'
import type { ChosenRecords } from '../../resource/record-list.tsx'
import { useNavigate } from '../../ui/router.tsx'
import type { AccountsArrival } from './create-accounts.tsx'

/** Opens the page that creates accounts, for selected members; undefined without access. */
export function useCreateAccountsFor(): ((chosen: ChosenRecords) => Promise<void>) | undefined {
  const navigate = useNavigate()
  const mayCreate = useMay('users').create
  if (!mayCreate) return undefined
  return async ({ count, query, ids }) => {
    const state: AccountsArrival = { audience: query ? { query } : { ids: await ids() }, count }
    navigate(createAccountsPath, { state })
  }
}
