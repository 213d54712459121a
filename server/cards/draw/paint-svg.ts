import type { CardPlace } from '@agremia/resources/card-template.ts'
import { qrBars } from '../../pdf/index.ts'
import type { Mark, StoredImage } from './marks.ts'
import { silhouetteOf } from './marks.ts'
import { outlineOf } from './text.ts'

interface SvgOptions {
  width: number
  height: number
  /** The accessible name. */
  title: string
  /** The URL of an image. */
  addressOf: (image: StoredImage) => string
}

/** A side as SVG in millimetres, exactly as it is printed: texts are outlines, so that no font is needed. */
export function paintSvg(marks: readonly Mark[], { width, height, title, addressOf }: SvgOptions): string {
  const body = marks.map((mark) => grouped(mark, svgOf(mark, addressOf))).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img"><title>${escape(title)}</title>${body}</svg>`
}

/** Wraps the marks of an element in a group with its index, by which the editor finds and moves it during a drag. */
function grouped({ element }: Mark, svg: string): string {
  return element === undefined ? svg : `<g data-element="${element}">${svg}</g>`
}

function svgOf(mark: Mark, addressOf: SvgOptions['addressOf']): string {
  switch (mark.kind) {
    case 'box':
      return `<rect ${placeOf(mark)} rx="${short(mark.radius)}" fill="${mark.colour}"/>`
    case 'bars':
      return `<path d="${mark.bars.map(({ x, y, w, h }) => `M${short(x)} ${short(y)}h${short(w)}v${short(h)}h${short(-w)}z`).join('')}" shape-rendering="crispEdges"/>`
    case 'silhouette':
      return silhouette(mark)
    case 'image': {
      // Clips with `slice` instead of a `clipPath`, whose id would have to be unique when several cards are on one page.
      return `<image ${placeOf(mark)} href="${escape(addressOf(mark.image))}" preserveAspectRatio="xMidYMid ${mark.isWhole ? 'meet' : 'slice'}"/>`
    }
    case 'text': {
      const { d, unitsPerEm } = outlineOf(mark.text, mark.weight)
      const scale = (mark.size * 25.4) / 72 / unitsPerEm
      return `<path transform="translate(${short(mark.x)} ${short(mark.y)}) scale(${scale.toFixed(7)} ${(-scale).toFixed(7)})" fill="${mark.colour}" d="${d}"/>`
    }
  }
}

function silhouette(place: CardPlace): string {
  const { ground, figure, head, shoulders } = silhouetteOf(place)
  return (
    `<rect ${placeOf(place)} fill="${ground}"/>` +
    `<circle cx="${short(head.x)}" cy="${short(head.y)}" r="${short(head.radius)}" fill="${figure}"/>` +
    `<path d="${shoulders}" fill="${figure}"/>`
  )
}

function placeOf({ x, y, w, h }: CardPlace): string {
  return `x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}"`
}

function short(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}

function escape(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? '',
  )
}

/** The side of the view box; the picture is scaled to its place on the screen. */
const side = 100

/** The QR code of a URL as an SVG with its quiet zone, black on white. */
export function paintQr(url: string): string {
  const place = { x: 0, y: 0, w: side, h: side }
  return paintSvg(
    [
      { kind: 'box', colour: '#FFFFFF', radius: 0, ...place },
      { kind: 'bars', bars: qrBars(url, place) },
    ],
    { width: side, height: side, title: 'Código QR do cartão', addressOf: () => '' },
  )
}
