import type { ColumnSetup } from '../../resource/record-list.tsx'

/** The columns of lists of rounds, with heads that fit. */
export const roundColumns: ColumnSetup<'rounds'>[] = [
  { name: 'number', width: 7 },
  { name: 'collectorId', width: 10, preferredWidth: 14 },
  { name: 'state', width: 8 },
  { name: 'dueUntil', width: 7.5, listed: false },
  { name: 'visits', width: 5 },
  { name: 'visited', width: 5.5, listed: false },
  { name: 'expectedAmount', width: 7 },
  { name: 'collectedAmount', width: 7 },
  { name: 'successRate', label: 'Taxa', width: 5 },
  { name: 'commission', width: 7 },
  { name: 'settledOn', label: 'Contas em', width: 8 },
]
