/** What a chart shows. The same description is drawn on the screen and in PDFs. */
export interface Chart {
  /** Columns side by side, columns on each other, horizontal bars in one line for each category, or lines. */
  kind: 'bars' | 'stacked' | 'rows' | 'lines'
  unit: 'euros' | 'integer'
  categories: readonly string[]
  series: readonly ChartSeries[]
}

export interface ChartSeries {
  label: string
  /** One for each category; null: there is none, such as in the future. */
  values: readonly (number | null)[]
  /** Drawn below the zero line, with the same scale. */
  isBelow?: boolean
}

/** A colour of a theme: `1` to `5` are of series, the others of the page. */
export type ChartTone = 'deep' | 'primary' | 'middle' | 'pale' | 'ochre' | 'grey'
export type Hatch = 'none' | 'rising' | 'falling' | 'level' | 'upright' | 'dots'

/** How a series looks: it can be told from others without colour, by hatches, dashes and the shape of points. */
interface SeriesLook {
  tone: ChartTone
  hatch: Hatch
  /** Lengths of dashes and gaps of a line, in units of the drawing. */
  dash: readonly number[]
}

const looks: readonly SeriesLook[] = [
  { tone: 'primary', hatch: 'none', dash: [] },
  { tone: 'pale', hatch: 'rising', dash: [5, 4] },
  { tone: 'ochre', hatch: 'dots', dash: [2, 3] },
  { tone: 'deep', hatch: 'none', dash: [9, 4] },
  { tone: 'middle', hatch: 'falling', dash: [9, 3, 2, 3] },
  { tone: 'grey', hatch: 'level', dash: [1, 3] },
  { tone: 'pale', hatch: 'upright', dash: [6, 2] },
  { tone: 'grey', hatch: 'none', dash: [3, 6] },
]

export function lookOf(series: number): SeriesLook {
  return looks[series % looks.length] as SeriesLook
}
