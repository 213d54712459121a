import type { ShownColumn } from './arranged-columns.ts'

/** The column whose cell leads to the record: its title, or the first where that is not shown, being the same for all. */
export function openingColumn(title: string, shown: readonly Pick<ShownColumn, 'id'>[]): string {
  return shown.some(({ id }) => id === title) ? title : (shown[0]?.id ?? title)
}
