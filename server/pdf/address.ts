import { look } from './document.ts'
import type { TaggedDocument } from './tagged-document.ts'

/** An area of a page, in points. */
interface Box {
  left: number
  top: number
  width: number
  height: number
}

const sizes = [11, 10, 9, 8, 7, 6]
const smallest = 5

/** Draws the lines of an envelope in the largest size that fits the area, so that no line of the address is hidden. */
export function drawAddress(
  doc: TaggedDocument,
  lines: readonly string[],
  { left, top, width, height }: Box,
  { isCentred = false } = {},
): void {
  const address = lines.join('\n')
  const shape = { width, lineGap: 1.5 }
  doc.font('regular').fillColor(look.ink)
  const heightAt = (size: number) => doc.fontSize(size).heightOfString(address, shape)
  const size = sizes.find((one) => heightAt(one) <= height) ?? smallest
  const room = height - heightAt(size)
  const y = isCentred && room > 0 ? top + room / 2 : top
  doc.tag('P', () => doc.fontSize(size).text(address, left, y, { ...shape, ...(isCentred && { height }) }))
}
