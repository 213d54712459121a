import type { ReportList } from '@agremia/resources/report-table.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { use, useMemo } from 'react'
import { useTerminology } from '../api/queries.ts'
import { developersPath } from './account.ts'
import { debtsByMemberPath, debtsPath } from './dues.ts'
import { listAddress } from './list-address.ts'
import { RecordPathsContext } from './records.ts'
import {
  creditRefundsPath,
  creditUsesPath,
  memberStatesPath,
  paymentItemsPath,
  paymentReturnsPath,
} from './reports.ts'

/** Lists at another address than the pages of their records, or on a screen of others; undefined for lists without a screen. */
function listsElsewhere(terminology: Terminology): Record<string, string | undefined> {
  return {
    unsettledPayments: debtsPath,
    chargesByMember: debtsByMemberPath,
    paymentItems: paymentItemsPath,
    creditUses: creditUsesPath,
    paymentReturns: paymentReturnsPath,
    creditRefunds: creditRefundsPath,
    memberStates: memberStatesPath(terminology),
    apiSecrets: developersPath,
    webhooks: developersPath,
    webhookDeliveries: undefined,
  }
}

/** The address of a resource's list, from those of its records; undefined when it has no screen. */
export function listPathOf(
  resource: string,
  recordPaths: Readonly<Record<string, string>>,
  terminology: Terminology,
): string | undefined {
  const elsewhere = listsElsewhere(terminology)
  return resource in elsewhere ? elsewhere[resource] : recordPaths[resource]?.replace(/\/:.*$/, '')
}

/** Returns a function with the address of the list that a number of a report leads to; undefined when it has no screen. */
export function useListOfNumber(): (list: ReportList | undefined) => string | undefined {
  const recordPaths = use(RecordPathsContext)
  const terminology = useTerminology()
  return useMemo(
    () => (list) => {
      const path = list && listPathOf(list.resource, recordPaths, terminology)
      return list && path !== undefined ? listAddress(path, list.filters) : undefined
    },
    [recordPaths, terminology],
  )
}
