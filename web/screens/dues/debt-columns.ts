import { capitalise } from '@agremia/resources/terminology.ts'
import { reading, roomForNames, type ColumnSetup } from '../../resource/record-list.tsx'
import { StripCell } from './debt-cells.tsx'

/** Whose debts they are, in each list of debts. */
export const whoseColumns: readonly ColumnSetup[] = [
  { name: 'memberNumber', label: 'N.º', width: 4.25, align: 'end' },
  { name: 'memberId', width: 12.5, wish: roomForNames },
]

/** How the years of the member were paid. */
export function stripColumn(membershipPayments: string): ColumnSetup {
  const label = capitalise(membershipPayments)
  return { name: 'strip', label, width: 7.5, ...reading(['quotaStrip'], StripCell) }
}
