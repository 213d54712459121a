import { crc32, deflateSync } from 'node:zlib'
import { execute, many, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { insertFileRow } from '../files/index.ts'
import { storePhoto } from '../photos/index.ts'
import type { World } from '../rest/modules.ts'
import { storeLogo } from '../settings/index.ts'

/** Members of the demonstration with a photo: the first ones, of whom one has a login. */
const withPhoto = 24

/** Stores the logo and the portraits of the demonstration, which are drawn. Their content cannot be part of a transaction. */
export async function insertSampleImages(world: World): Promise<void> {
  await storeLogo(world, drawLogo())
  const people = await many(
    world.database.pool,
    sql`SELECT p.id FROM members m JOIN people p ON p.id = m.person_id JOIN member_state_names s ON s.id = m.current_state_id
        WHERE NOT s.marks_end AND p.anonymised_at IS NULL ORDER BY m.member_number LIMIT ${withPhoto}`,
    { id: 'uuid' },
  )
  for (const [index, { id }] of people.entries())
    await storePhoto(world, drawPortrait(index), (photo) =>
      inTransaction(world.database, async (tx) => {
        await insertFileRow(tx, photo)
        await execute(tx, sql`UPDATE people SET photo_id = ${photo.id} WHERE id = ${id}`)
      }),
    )
}

type Colour = readonly [red: number, green: number, blue: number]

/** The colour of a point, whose coordinates go from 0 to 1. */
type Painting = (x: number, y: number) => Colour

const white: Colour = [255, 255, 255]
const blue: Colour = [20, 51, 96]
const gold: Colour = [201, 150, 46]

/** A hill with the sun behind it, in a blue disc. */
function drawLogo(): Buffer {
  return drawPng({ width: 320, height: 320 }, (x, y) => {
    if (!isInEllipse(x, y, { x: 0.5, y: 0.5, width: 0.48, height: 0.48 })) return white
    if (isInEllipse(x, y, { x: 0.5, y: 1, width: 0.55, height: 0.42 })) return white
    return isInEllipse(x, y, { x: 0.5, y: 0.5, width: 0.2, height: 0.2 }) ? gold : blue
  })
}

const backgrounds: readonly Colour[] = [
  [214, 226, 239],
  [236, 226, 208],
  [217, 232, 218],
  [233, 219, 227],
]
const skins: readonly Colour[] = [
  [240, 205, 180],
  [214, 168, 134],
  [156, 108, 78],
]
const clothes: readonly Colour[] = [
  [38, 84, 124],
  [122, 62, 72],
  [62, 98, 74],
  [84, 76, 120],
  [60, 60, 66],
]
const hairs: readonly Colour[] = [
  [52, 38, 30],
  [112, 78, 48],
  [150, 146, 140],
]

/** A head with hair and shoulders in flat colours, different for each index. */
function drawPortrait(index: number): Buffer {
  const one = (colours: readonly Colour[]) => colours[index % colours.length] ?? white
  const hairHeight = 0.2 + (index % 4) * 0.02
  return drawPng({ width: 280, height: 360 }, (x, y) => {
    if (isInEllipse(x, y, { x: 0.5, y: 0.42, width: 0.19, height: 0.19 }))
      return y < 0.22 + hairHeight / 2 ? one(hairs) : one(skins)
    if (isInEllipse(x, y, { x: 0.5, y: 0.36, width: 0.22, height: hairHeight })) return one(hairs)
    if (isInEllipse(x, y, { x: 0.5, y: 1.02, width: 0.42, height: 0.36 })) return one(clothes)
    return Math.abs(x - 0.5) < 0.08 && y > 0.5 && y < 0.75 ? one(skins) : one(backgrounds)
  })
}

function isInEllipse(
  x: number,
  y: number,
  ellipse: { x: number; y: number; width: number; height: number },
): boolean {
  return ((x - ellipse.x) / ellipse.width) ** 2 + ((y - ellipse.y) / ellipse.height) ** 2 <= 1
}

/** A PNG of 8-bit RGB (ISO/IEC 15948). */
function drawPng({ width, height }: { width: number; height: number }, paint: Painting): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let row = 0; row < height; row++) {
    // The first byte of a row is its filter: none.
    const start = row * (1 + width * 3) + 1
    for (let column = 0; column < width; column++)
      rows.set(paint((column + 0.5) / width, (row + 0.5) / height), start + column * 3)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const chunk = Buffer.alloc(typed.length + 8)
  chunk.writeUInt32BE(content.length, 0)
  typed.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(typed), typed.length + 4)
  return chunk
}
