import { quotaMarks } from '@agremia/resources/rules/quota-years.ts'
import type { DrawnCell } from './table.ts'
import type { TaggedDocument } from './tagged-document.ts'

/** A tile: its sign, and colours as those of the screen. */
interface Tile {
  sign: string
  fill: string
  edge: string
  ink: string
}

const tiles: Record<keyof typeof quotaMarks, Tile> = {
  paid: { sign: quotaMarks.paid[2], fill: '#2F6BB8', edge: '#2F6BB8', ink: '#FFFFFF' },
  partial: { sign: quotaMarks.partial[2], fill: '#B3CCEA', edge: '#C98222', ink: '#143360' },
  owed: { sign: quotaMarks.owed[2], fill: '#FBF3E6', edge: '#C98222', ink: '#6B430C' },
  exempt: { sign: quotaMarks.exempt[2], fill: '#EEF4FB', edge: '#6696D3', ink: '#143360' },
  none: { sign: quotaMarks.none[2], fill: '#ECEBE8', edge: '#ECEBE8', ink: '#54585E' },
}

/** Legend of the signs, in one sentence. */
export const tilesLegend = `${Object.entries(quotaMarks)
  .map(([, [word, , sign]]) => `${sign} ${word}`)
  .join(', ')}; do ano mais antigo para o mais recente.`

const tileByWord = new Map(
  Object.entries(quotaMarks).map(([mark, [word]]) => [word, tiles[mark as keyof typeof quotaMarks]]),
)

/** Points. */
const side = 9
const gap = 1.5

/** The tiles of a text such as `2025: paga, 2026: em dívida`, which stays the alternative text. */
export function tilesCell(doc: TaggedDocument, text: string): DrawnCell | string {
  const shown = text.split(', ').map((part) => tileByWord.get(part.slice(part.indexOf(': ') + 2) as never))
  if (text === '' || shown.includes(undefined)) return text
  return {
    alt: text,
    width: shown.length * (side + gap) - gap,
    height: side,
    draw(left, top) {
      for (const [index, tile] of shown.entries()) {
        if (!tile) continue
        const x = left + index * (side + gap)
        doc.roundedRect(x + 0.25, top + 0.25, side - 0.5, side - 0.5, 1.5).lineWidth(0.5)
        doc.fillAndStroke(tile.fill, tile.edge)
        doc.font('bold').fontSize(6).fillColor(tile.ink)
        doc.text(tile.sign, x, top + 1, { width: side, align: 'center', lineBreak: false })
      }
    },
  }
}
