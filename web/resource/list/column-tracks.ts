import type { ShownColumn } from './arranged-columns.ts'

const selectionTrack = 2.75
/** Columns of short numbers look lost when they grow. */
const narrow = 5

/**
 * Grid tracks of a row: columns share what room is left, except narrow ones, those that are as wide as they say and
 * those that somebody gave a width. Before they do, those that wish for more get it.
 */
export function columnTracks(columns: readonly ShownColumn[], withSelection: boolean): string {
  const staysSo = ({ width, isSized, isFixed }: ShownColumn) => isSized || isFixed || width <= narrow
  const wishing = columns.filter((column) => column.wish !== undefined && !staysSo(column)).length
  const room = `(100% - ${tableWidth(columns, withSelection)}) / ${wishing}`
  const least = ({ width, wish }: ShownColumn) =>
    wish === undefined ? `${width}rem` : `clamp(${width}rem, ${width}rem + ${room}, ${wish}rem)`
  const tracks = columns.map((column) =>
    staysSo(column) ? `${column.width}rem` : `minmax(${least(column)}, ${column.width}fr)`,
  )
  const filler = columns.every(staysSo) ? ['minmax(0, 1fr)'] : []
  return [...(withSelection ? [`${selectionTrack}rem`] : []), ...tracks, ...filler].join(' ')
}

/** The width below which the table scrolls sideways. */
export function tableWidth(columns: readonly ShownColumn[], withSelection: boolean): string {
  const own = columns.reduce((sum, { width }) => sum + width, 0)
  return `${own + (withSelection ? selectionTrack : 0)}rem`
}
