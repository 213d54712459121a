/** Self-adhesive labels on A4, by their measures in millimetres. The sheet has no space between labels, and equal margins around them. */
export const labelPapers = {
  '70x37': { label: '70 × 37 mm, 24 por folha', width: 70, height: 37, columns: 3, rows: 8 },
  '105x37': { label: '105 × 37 mm, 16 por folha', width: 105, height: 37, columns: 2, rows: 8 },
} as const
export type LabelPaper = keyof typeof labelPapers

/** Returns the number of labels on a sheet. */
export function labelsPerSheet(paper: LabelPaper): number {
  const { columns, rows } = labelPapers[paper]
  return columns * rows
}
