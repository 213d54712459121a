import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCanvas, GlobalFonts, loadImage } from '@napi-rs/canvas'
import { fontFiles } from '../../server/pdf/index.ts'

export interface Picture {
  /** Route and state, or document and page. */
  caption: string
  /** PNG or JPEG. */
  image: Buffer
}

/** Sizes in px. */
const sheet = { width: 2000, gap: 16, lineHeight: 26, pictures: 12 }
const font = 'Sheet'
const captionFont = `20px ${font}`

/** Writes pictures to numbered sheets, a dozen on each. */
export class Sheets {
  readonly #folder: string
  readonly name: string
  readonly #columns: number
  readonly #index: string[] = []
  #waiting: Picture[] = []
  #number = 0

  /** Choose `columns` so that pictures of this width stay legible. */
  constructor(folder: string, name: string, columns: number) {
    this.#folder = folder
    this.name = name
    this.#columns = columns
  }

  async add(picture: Picture): Promise<void> {
    this.#waiting.push(picture)
    if (this.#waiting.length === sheet.pictures) await this.#write()
  }

  /** Writes the last sheet, and a text file with the captions of each sheet. */
  async end(): Promise<void> {
    if (this.#waiting.length > 0) await this.#write()
    await writeFile(join(this.#folder, `${this.name}.txt`), this.#index.map((line) => `${line}\n`).join(''))
  }

  async #write(): Promise<void> {
    const pictures = this.#waiting
    this.#waiting = []
    const file = `${this.name}-${String(++this.#number).padStart(2, '0')}.png`
    this.#index.push(file, ...pictures.map(({ caption }) => `  ${caption}`))
    await writeFile(join(this.#folder, file), await drawSheet(pictures, this.#columns))
  }
}

async function drawSheet(pictures: Picture[], columns: number): Promise<Buffer> {
  if (!GlobalFonts.has(font)) GlobalFonts.registerFromPath(fontFiles.bold, font)
  const { width, gap, lineHeight } = sheet
  const cellWidth = Math.floor((width - gap) / columns) - gap
  const cells = await Promise.all(
    pictures.map(async ({ caption, image: data }) => {
      const image = await loadImage(data)
      const scale = Math.min(1, cellWidth / image.width)
      const size = { width: image.width * scale, height: image.height * scale }
      return { image, ...size, lines: linesOf(caption, cellWidth - gap) }
    }),
  )
  const captionHeight = lineHeight * Math.max(...cells.map(({ lines }) => lines.length)) + 12
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    Math.max(...cells.slice(row * columns, (row + 1) * columns).map(({ height }) => height)),
  )
  const topOf = (row: number) =>
    rows.slice(0, row).reduce((sum, height) => sum + height + captionHeight + gap, gap)
  const canvas = createCanvas(width, Math.ceil(topOf(rows.length)))
  const context = canvas.getContext('2d')
  context.fillStyle = '#8b8f96'
  context.fillRect(0, 0, width, canvas.height)
  context.imageSmoothingQuality = 'high'
  for (const [place, cell] of cells.entries()) {
    const left = gap + (place % columns) * (cellWidth + gap)
    const top = topOf(Math.floor(place / columns))
    context.fillStyle = '#1e2227'
    context.fillRect(left, top, cellWidth, captionHeight)
    context.fillStyle = '#fff'
    context.font = captionFont
    for (const [number, line] of cell.lines.entries())
      context.fillText(line, left + gap / 2, top + (number + 1) * lineHeight)
    context.drawImage(cell.image, left, top + captionHeight, cell.width, cell.height)
  }
  return canvas.encode('png')
}

/** Wraps a caption to at most two lines; cuts the rest. */
function linesOf(caption: string, width: number): string[] {
  const context = createCanvas(1, 1).getContext('2d')
  context.font = captionFont
  const lines = ['']
  for (const letter of caption) {
    const line = lines.at(-1) + letter
    if (context.measureText(line).width < width) lines.splice(-1, 1, line)
    else if (lines.length < 2) lines.push(letter)
  }
  return lines
}
