import type { CardPlace } from '@agremia/resources/card-template.ts'
import bwip from 'bwip-js/node'

/** White around a QR code, in modules (ISO/IEC 18004). */
const quiet = 4

/** A QR code of error correction M: its dark modules, joined along each row, in the largest square of its place. */
export function qrBars(text: string, { x, y, w, h }: CardPlace): CardPlace[] {
  const [{ pixs, pixx }] = bwip.raw('qrcode', text, 'eclevel=M') as { pixs: number[]; pixx: number }[] as [
    { pixs: number[]; pixx: number },
  ]
  const side = Math.min(w, h)
  const module = side / (pixx + 2 * quiet)
  const left = x + (w - side) / 2 + quiet * module
  const top = y + (h - side) / 2 + quiet * module
  const bars: CardPlace[] = []
  for (let row = 0; row < pixx; row++) {
    for (const { from, length } of runsOf(pixs.slice(row * pixx, (row + 1) * pixx)))
      bars.push({ x: left + from * module, y: top + row * module, w: length * module, h: module })
  }
  return bars
}

/** A Code 128 bar code with ten modules of white on each side. */
export function barcodeBars(text: string, { x, y, w, h }: CardPlace): CardPlace[] {
  const [{ sbs }] = bwip.raw('code128', text, '') as { sbs: number[] }[] as [{ sbs: number[] }]
  const module = w / (sbs.reduce((sum, width) => sum + width, 0) + 20)
  let left = x + 10 * module
  const bars: CardPlace[] = []
  for (const [index, width] of sbs.entries()) {
    if (index % 2 === 0) bars.push({ x: left, y, w: width * module, h })
    left += width * module
  }
  return bars
}

function runsOf(row: readonly number[]): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = []
  for (const [index, isDark] of row.entries()) {
    if (!isDark) continue
    const last = runs.at(-1)
    if (last && last.from + last.length === index) last.length++
    else runs.push({ from: index, length: 1 })
  }
  return runs
}
