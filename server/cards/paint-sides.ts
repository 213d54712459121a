import { buffer } from 'node:stream/consumers'
import type { CardSide, Orientation } from '@agremia/resources/card-template.ts'
import { cardSize } from '@agremia/resources/card-template.ts'
import type { World } from '../context.ts'
import { mediaTypeOf, signedUrl } from '../files/index.ts'
import type { Engine } from '../rest/modules.ts'
import type { StoredImage } from './draw/marks.ts'
import { paintSvg } from './draw/paint-svg.ts'
import type { CardContent } from './draw/place-side.ts'
import { placeSide } from './draw/place-side.ts'

interface Sides extends CardContent {
  orientation: Orientation
  front: CardSide
  back: CardSide
}

/** Both sides as SVG in millimetres, as they are printed; images are links that expire after an hour. */
export async function paintSides({ world }: Engine, sides: Sides) {
  const key = await world.secret('files')
  const now = world.clock()
  return paintBoth(sides, (image) => signedUrl(key, image, now))
}

/** Both sides as SVG with embedded images, as an `img` element requires. */
export async function paintWholeSides({ world }: Engine, sides: Sides) {
  const { orientation, front, back, ...content } = sides
  const marks = [front, back].flatMap((side) => placeSide(side, content, cardSize(orientation)))
  const dataUrls = new Map<string, string>()
  for (const mark of marks) {
    if (mark.kind !== 'image' || dataUrls.has(keyOf(mark.image))) continue
    dataUrls.set(keyOf(mark.image), await dataUrlOf(world, mark.image))
  }
  return paintBoth(sides, (image) => dataUrls.get(keyOf(image)) ?? '')
}

function paintBoth(
  { orientation, front, back, ...content }: Sides,
  addressOf: (image: StoredImage) => string,
) {
  const size = cardSize(orientation)
  const paint = (side: CardSide, title: string) =>
    paintSvg(placeSide(side, content, size), { ...size, title, addressOf })
  return {
    ...size,
    front: paint(front, `Frente do cartão de ${content.values.nomeCompleto}`),
    back: paint(back, `Verso do cartão de ${content.values.nomeCompleto}`),
  }
}

function keyOf({ id, variant }: StoredImage): string {
  return `${id}/${variant}`
}

/** An empty string when the file is missing, which leaves the place of the image empty. */
async function dataUrlOf({ database, files }: World, image: StoredImage): Promise<string> {
  const content = await files.read(image.id, image.variant)
  if (!content) return ''
  const type = (await mediaTypeOf(database.pool, image)) ?? 'application/octet-stream'
  return `data:${type};base64,${(await buffer(content)).toString('base64')}`
}
