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

/** Both sides as pictures, exactly as they are printed: millimetres, and SVG whose own pictures are links that are good for an hour. */
export async function paintSides({ world }: Engine, sides: Sides) {
  const key = await world.secret('files')
  const now = world.clock()
  return paintBoth(sides, (image) => signedUrl(key, image, now))
}

/** The same with their pictures inside: SVG that is whole by itself, as that of an image must be. */
export async function paintWholeSides({ world }: Engine, sides: Sides) {
  const { orientation, front, back, ...content } = sides
  const marks = [front, back].flatMap((side) => placeSide(side, content, cardSize(orientation)))
  const found = new Map<string, string>()
  for (const mark of marks) {
    if (mark.kind !== 'image' || found.has(keyOf(mark.image))) continue
    found.set(keyOf(mark.image), await dataUrlOf(world, mark.image))
  }
  return paintBoth(sides, (image) => found.get(keyOf(image)) ?? '')
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

/** A picture that is gone leaves its place empty. */
async function dataUrlOf({ database, files }: World, image: StoredImage): Promise<string> {
  const content = await files.read(image.id, image.variant)
  if (!content) return ''
  const type = (await mediaTypeOf(database.pool, image)) ?? 'application/octet-stream'
  return `data:${type};base64,${(await buffer(content)).toString('base64')}`
}
