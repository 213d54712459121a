import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { treasurySetupPath } from '../../paths/treasury.ts'
import { Redirect } from '../../ui/router.tsx'
import { accountsQuery } from './treasury-accounts.ts'

/** A screen of the treasury; without accounts, it leads to the page that sets it up, and stays until the code of that is loaded. */
export function WithAccounts({ children }: { children: ReactNode }) {
  const { data } = useQuery(accountsQuery)
  return (
    <>
      {data?.meta.total === 0 && <Redirect to={treasurySetupPath} />}
      {children}
    </>
  )
}
