import type { ShownColumn } from './arranged-columns.ts'

/** Id of the column that links to the record: the title, or the first column when the title is not shown. */
export function openingColumn(title: string, shown: readonly Pick<ShownColumn, 'id'>[]): string {
  return shown.some(({ id }) => id === title) ? title : (shown[0]?.id ?? title)
}
