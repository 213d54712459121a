import type { CardText } from '@agremia/resources/card-template.ts'
import type { TextMark } from './marks.ts'
import { printable } from '../../pdf/index.ts'
import { widthOf } from './letters.ts'

/** Of the size of the letters. */
const lineHeight = 1.2
const ascent = 0.93
const mmPerPoint = 25.4 / 72
/** What may not be smaller is cut, with an ellipsis. */
const leastSize = 6
const step = 0.25

/** The lines of a text in their places: as large as asked for, smaller where the words do not fit, never beyond its place. */
export function fitText(element: CardText, words: string): TextMark[] {
  const text = printable(words)
    .replace(/[^\S\n]+/g, ' ')
    .trim()
  if (text === '') return []
  const { size, lines } = findFit(element, text)
  const height = size * mmPerPoint
  const top = element.y + roomAbove(element, height * (1 + (lines.length - 1) * lineHeight))
  return lines.map((line, index) => {
    const width = widthOf(line, { size, weight: element.weight })
    const left = { left: 0, center: (element.w - width) / 2, right: element.w - width }[element.align]
    return {
      kind: 'text',
      text: line,
      x: element.x + Math.max(0, left),
      y: top + height * (ascent + index * lineHeight),
      size,
      weight: element.weight,
      colour: element.colour,
    }
  })
}

/** How much of the height that is left over is above the lines. */
function roomAbove({ h, stand = 'top' }: CardText, height: number): number {
  const room = Math.max(0, h - height)
  return { top: 0, middle: room / 2, bottom: room }[stand]
}

function findFit(element: CardText, text: string): { size: number; lines: string[] } {
  for (let size = element.size; size > leastSize; size -= step) {
    const lines = linesOf(text, { ...element, size })
    if (lines && lines.length <= mostLines(element, size)) return { size, lines }
  }
  const size = Math.min(leastSize, element.size)
  const most = Math.max(1, mostLines(element, size))
  const lines = breakLines(text, { ...element, size })
  const kept = lines.slice(0, most)
  if (lines.length > most) kept[most - 1] = cut(kept[most - 1] ?? '', { ...element, size })
  return { size, lines: kept.map((line) => cutTo(line, { ...element, size })) }
}

function mostLines({ h, maxLines }: CardText, size: number): number {
  const fitting = Math.floor((h / (size * mmPerPoint) - 1) / lineHeight + 1.001)
  return Math.min(maxLines, Math.max(fitting, 0))
}

/** The lines of a text, none wider than its place; undefined when a word alone is. */
function linesOf(text: string, element: CardText): string[] | undefined {
  const lines = breakLines(text, element)
  return lines.every((line) => widthOf(line, element) <= element.w) ? lines : undefined
}

function breakLines(text: string, element: CardText): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.trim().split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line === '' || widthOf(longer, element) <= element.w) line = longer
      else {
        lines.push(line)
        line = word
      }
    }
    return [...lines, line]
  })
}

function cutTo(line: string, element: CardText): string {
  return widthOf(line, element) <= element.w ? line : cut(line, element)
}

/** As much of a line as fits with an ellipsis behind it. */
function cut(line: string, element: CardText): string {
  const letters = [...line]
  while (letters.length > 0 && widthOf(`${letters.join('').trimEnd()}…`, element) > element.w) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
