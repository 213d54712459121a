import { qrBars } from '../../pdf/index.ts'
import { paintSvg } from './paint-svg.ts'

/** Its units; they mean nothing, since it is shown in whatever size there is. */
const side = 100

/** The QR code of an address as a picture by itself, with its quiet zone: black on white. */
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
