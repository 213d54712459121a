import { qrBars } from '../../pdf/index.ts'
import { paintSvg } from './paint-svg.ts'

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
