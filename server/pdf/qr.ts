import { rare } from '../rare.ts'
import type { TaggedDocument } from './tagged-document.ts'

/** White around a QR code, in modules (ISO/IEC 18004). */
const quietModules = 4

interface Place {
  x: number
  y: number
  w: number
  h: number
}

/** The dark modules of a QR code (error correction M), merged per row, in the largest square of the rectangle. */
export function qrBars(text: string, { x, y, w, h }: Place): Place[] {
  const [{ pixs, pixx }] = rare.bwip().raw('qrcode', text, 'eclevel=M') as {
    pixs: number[]
    pixx: number
  }[] as [{ pixs: number[]; pixx: number }]
  const side = Math.min(w, h)
  const module = side / (pixx + 2 * quietModules)
  const left = x + (w - side) / 2 + quietModules * module
  const top = y + (h - side) / 2 + quietModules * module
  const bars: Place[] = []
  for (let row = 0; row < pixx; row++) {
    for (const { from, length } of runsOf(pixs.slice(row * pixx, (row + 1) * pixx)))
      bars.push({ x: left + from * module, y: top + row * module, w: length * module, h: module })
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

/** Draws a QR code with its quiet zone in a square of `side` points. */
export function drawQr(
  doc: TaggedDocument,
  url: string,
  { x, y, side }: { x: number; y: number; side: number },
): void {
  const draw = () => {
    for (const bar of qrBars(url, { x, y, w: side, h: side })) doc.rect(bar.x, bar.y, bar.w, bar.h)
    doc.fill('#000000')
  }
  doc.tag('Figure', draw, { alt: `Código QR: ${url}`, box: [x, y, x + side, y + side] })
}

/** A QR code as an SVG path in a square of `size` units, with its white border. */
export function qrPath(text: string): { size: number; path: string } {
  const size = 1000
  const round = (number: number) => Math.round(number * 100) / 100
  const bars = qrBars(text, { x: 0, y: 0, w: size, h: size }).map((bar) => {
    const { x, y, w, h } = { x: round(bar.x), y: round(bar.y), w: round(bar.w), h: round(bar.h) }
    return `M${x} ${y}h${w}v${h}h-${w}z`
  })
  return { size, path: bars.join('') }
}
