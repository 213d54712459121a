import type { ShownColumn } from './arranged-columns.ts'

const selectionTrack = 2.75
/** Columns up to this width, in rem, do not grow. */
const maxNarrowWidth = 5

/**
 * CSS grid tracks of a row. Columns share the free space, except maxNarrowWidth, fixed and sized ones; columns with
 * `wish` first grow to that width.
 */
export function columnTracks(columns: readonly ShownColumn[], withSelection: boolean): string {
  const hasFixedWidth = ({ width, isSized, isFixed }: ShownColumn) =>
    isSized || isFixed || width <= maxNarrowWidth
  const wishCount = columns.filter((column) => column.wish !== undefined && !hasFixedWidth(column)).length
  const freeSpace = `(100% - ${tableWidth(columns, withSelection)}) / ${wishCount}`
  const minTrack = ({ width, wish }: ShownColumn) =>
    wish === undefined ? `${width}rem` : `clamp(${width}rem, ${width}rem + ${freeSpace}, ${wish}rem)`
  const tracks = columns.map((column) =>
    hasFixedWidth(column) ? `${column.width}rem` : `minmax(${minTrack(column)}, ${column.width}fr)`,
  )
  const filler = columns.every(hasFixedWidth) ? ['minmax(0, 1fr)'] : []
  return [...(withSelection ? [`${selectionTrack}rem`] : []), ...tracks, ...filler].join(' ')
}

/** Minimum width of the table; below it, the table scrolls sideways. */
export function tableWidth(columns: readonly ShownColumn[], withSelection: boolean): string {
  const columnsWidth = columns.reduce((sum, { width }) => sum + width, 0)
  return `${columnsWidth + (withSelection ? selectionTrack : 0)}rem`
}
