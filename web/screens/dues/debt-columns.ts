import { capitalise } from '@agremia/resources/terminology.ts'
import { reading, roomForNames, type ColumnSetup } from '../../resource/record-list.tsx'
import { StripCell } from './debt-cells.tsx'

/** The columns that identify the member, in both lists of charges. */
export const memberColumns: readonly ColumnSetup[] = [
  { name: 'memberNumber', label: 'N.º', width: 4.25, align: 'end' },
  { name: 'memberId', width: 12.5, wish: roomForNames },
]

/** The column with the member's quotas by year. */
export function stripColumn(membershipPayments: string): ColumnSetup {
  const label = capitalise(membershipPayments)
  return { name: 'strip', label, width: 7.5, ...reading(['quotaStrip'], StripCell) }
}
