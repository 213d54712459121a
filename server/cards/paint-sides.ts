import type { CardSide, Orientation } from '@agremia/resources/card-template.ts'
import { cardSize } from '@agremia/resources/card-template.ts'
import { signedUrl } from '../files/index.ts'
import type { Engine } from '../rest/modules.ts'
import { paintSvg } from './draw/paint-svg.ts'
import type { CardContent } from './draw/place-side.ts'
import { placeSide } from './draw/place-side.ts'

interface Sides extends CardContent {
  orientation: Orientation
  front: CardSide
  back: CardSide
}

/** Both sides as pictures, exactly as they are printed: millimetres, and SVG whose own pictures are links that are good for an hour. */
export async function paintSides({ world }: Engine, { orientation, front, back, ...content }: Sides) {
  const key = await world.secret('files')
  const now = world.clock()
  const size = cardSize(orientation)
  const paint = (side: CardSide, title: string) =>
    paintSvg(placeSide(side, content, size), {
      ...size,
      title,
      addressOf: (image) => signedUrl(key, image, now),
    })
  return {
    ...size,
    front: paint(front, `Frente do cartão de ${content.values.nomeCompleto}`),
    back: paint(back, `Verso do cartão de ${content.values.nomeCompleto}`),
  }
}
