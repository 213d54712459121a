import type { ReportList } from '@agremia/resources/report-table.ts'
import { use, useMemo } from 'react'
import { useTerminology } from '../api/queries.ts'
import { debtsByMemberPath, debtsPath } from './dues.ts'
import { listAddress, type Pair } from './list-address.ts'
import { RecordPathsContext } from './records.ts'
import {
  creditRefundsPath,
  creditUsesPath,
  memberStatesPath,
  paymentItemsPath,
  paymentReturnsPath,
} from './reports.ts'

/** Returns the address of the list that a number of a report leads to; undefined when it has no screen. */
export function useListOfNumber(): (list: ReportList | undefined) => string | undefined {
  const recordPaths = use(RecordPathsContext)
  const terminology = useTerminology()
  return useMemo(() => {
    const others: Record<string, string> = {
      unsettledPayments: debtsPath,
      chargesByMember: debtsByMemberPath,
      paymentItems: paymentItemsPath,
      creditUses: creditUsesPath,
      paymentReturns: paymentReturnsPath,
      creditRefunds: creditRefundsPath,
      memberStates: memberStatesPath(terminology),
    }
    return (list) => {
      if (!list) return undefined
      const path = others[list.resource] ?? recordPaths[list.resource]?.replace(/\/:.*$/, '')
      if (path === undefined) return undefined
      const filters = Object.entries(list.filters).flatMap(([name, values]) =>
        values.map((value): Pair => [name, value]),
      )
      return listAddress(path, filters)
    }
  }, [recordPaths, terminology])
}
