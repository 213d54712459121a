import { restorableDays } from '@agremia/resources/restorable-days.ts'
import { staffReaders, staffWriters } from '@agremia/resources/access.ts'
import type { Orientation, StoredSide } from '@agremia/resources/card-template.ts'
import { findSideProblem, imagesOf } from '@agremia/resources/card-template.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { shippedTemplates } from '@agremia/resources/shipped-card-templates.ts'
import type { FastifyInstance } from 'fastify'
import { v7 as newId } from 'uuid'
import type { Querying } from '../database/querying.ts'
import type { RowOf } from '../database/sql.ts'
import { execute, inline, many, maybeOne, one, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { inTransaction } from '../database/transaction.ts'
import { conflict, notFound } from '../errors.ts'
import type { DecodedImage } from '../files/decode-image.ts'
import { discardFiles, storeContent, signedUrl, insertFileRow } from '../files/index.ts'
import type { ImageUpload } from '../files/uploads.ts'
import { acceptUploads, receiveImage } from '../files/uploads.ts'
import { data, upload, route, type WithId } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import type { Hooks, World } from '../rest/modules.ts'
import { requireAccess } from '../rest/scope.ts'
import type { FieldMessages } from '../errors.ts'
import type { cardTemplates } from '@agremia/resources/definitions/card-templates.ts'

const sides = ['front', 'back'] as const

/** Templates must be printable. Throws 409 when a template that cards use, or the last one, is deleted. */
export const templateHooks: Hooks<typeof cardTemplates> = {
  async validate({ db, merged }) {
    const errors = templateProblems(merged)
    for (const side of sides) {
      if (errors[side] || !merged[side]) continue
      const unknown = await findUnknownImages(db, merged[side])
      if (unknown.length > 0) errors[side] = ['Uma das imagens já não existe: escolha-a de novo.']
    }
    return { errors }
  },
  beforeSave: ({ db, merged }) =>
    markImagesUsed(
      db,
      sides.map((side) => merged[side]),
    ),
  async beforeDelete({ db, record }) {
    // Two people do not delete the last two.
    await execute(db, sql`LOCK TABLE card_templates IN SHARE ROW EXCLUSIVE MODE`)
    const { others, used } = await one(
      db,
      sql`SELECT (SELECT count(*)::integer FROM card_templates WHERE id <> ${record._id}) AS others,
               EXISTS (SELECT FROM membership_cards WHERE template_id = ${record._id}) AS used`,
      { others: 'integer', used: 'boolean' },
    )
    if (used) throw conflict('Há cartões com este modelo: pode deixar de o usar.')
    if (others === 0) throw conflict('É o único modelo: crie outro primeiro.')
  },
}

function templateProblems(template: Record<string, unknown>): FieldMessages {
  const orientation = (template['orientation'] ?? 'landscape') as Orientation
  const safe = Number(template['safeTenths'] ?? 30) / 10
  const errors: FieldMessages = {}
  for (const side of sides) {
    if (template[side] === null || template[side] === undefined) continue
    const problem = findSideProblem(template[side], { orientation, safe })
    if (problem) errors[side] = [problem]
  }
  return errors
}

/** Inserts the shipped templates when there are none. */
export async function seedCardTemplates(db: Querying): Promise<void> {
  const names = shippedTemplates.map(({ name }) => name)
  await execute(
    db,
    sql`INSERT INTO card_templates (id, name, search_text, "order", orientation, front, back)
           SELECT * FROM unnest(${names.map(() => newId())}::uuid[], ${names}::text[], ${names.map((name) => ` ${foldText(name)}`)}::text[], ${names.map((_, index) => (index + 1) * 10)}::integer[], ${shippedTemplates.map(({ orientation }) => orientation)}::text[], ${shippedTemplates.map(({ front }) => JSON.stringify(front))}::jsonb[], ${shippedTemplates.map(({ back }) => JSON.stringify(back))}::jsonb[])
           WHERE NOT EXISTS (SELECT FROM card_templates) ON CONFLICT DO NOTHING`,
  )
}

/** Unused files outlive the deleted templates that could be restored. */
const retentionDays = restorableDays + 1

/** Formats and sizes of images for templates: PNG and JPEG, which PDF and SVG both accept. */
const templateImage: ImageUpload = {
  noun: 'imagem',
  formatMessage: 'Este ficheiro não é uma imagem que se possa imprimir. Envie PNG ou JPEG.',
  order: {
    formats: ['jpeg', 'png'],
    minPixels: 16,
    maxElongation: Number.POSITIVE_INFINITY,
    // Pixels; a card has 2022 at 600 dpi.
    maxSide: 2400,
    keepsTransparency: true,
    sizes: { original: { format: 'as given', quality: 92 } },
  },
}

const imageShape = { _id: 'uuid', url: 'url', width: 'integer', height: 'integer' } as const
const uploadApi: Api = {
  name: 'uploadCardImage',
  summary: 'Enviar uma imagem para modelos de cartão',
  tag: 'Modelos de cartão',
  body: upload,
  answers: { 201: data(imageShape) },
  refuses: [422],
}
const imageApi: Api = {
  name: 'readCardImage',
  summary: 'Ler o tamanho e a ligação de uma imagem',
  tag: 'Modelos de cartão',
  answers: { 200: data(imageShape) },
}

/** Images of templates: `POST /card_images` stores one, `GET /card_images/:id` answers its size and its link. */
export async function templateImageRoutes(app: FastifyInstance, world: World): Promise<void> {
  await acceptUploads(app)
  app.post('/card_images', route(uploadApi), async (request, reply) => {
    requireAccess(staffWriters(request.caller), request.caller)
    const image = await receiveImage(world, request, templateImage)
    const id = await saveImage(world, image)
    return reply.code(201).send({ data: await answerOf(world, { id, ...image }) })
  })
  app.get<WithId>('/card_images/:id', route(imageApi), async (request) => {
    requireAccess(staffReaders(request.caller), request.caller)
    const { id } = request.params
    const image = isId(id) ? await findImage(world, id) : undefined
    if (!image) throw notFound()
    return { data: await answerOf(world, image) }
  })
}

type TemplateImage = RowOf<typeof templateImageShape>
const templateImageShape = { id: 'uuid', width: 'integer', height: 'integer' } as const

async function answerOf(world: World, { id, width, height }: TemplateImage) {
  const url = signedUrl(world.keys.signing('files'), { id, variant: 'original' }, world.clock())
  return { _id: id, url, width, height }
}

async function findImage({ database }: World, id: string): Promise<TemplateImage | undefined> {
  return maybeOne(
    database.pool,
    sql`SELECT s.id, s.width, s.height FROM card_images i JOIN stored_files s ON s.id = i.id WHERE i.id = ${id}`,
    templateImageShape,
  )
}

/** Stores an image as unused, until a template refers to it. */
async function saveImage(world: World, { format, ...image }: DecodedImage): Promise<string> {
  const today = await world.organisation.today()
  return storeContent(world, { mediaType: `image/${format}`, ...image }, async (file) => {
    await inTransaction(world.database, async (tx) => {
      await insertFileRow(tx, file)
      await execute(tx, sql`INSERT INTO card_images (id, unused_since) VALUES (${file.id}, ${today})`)
    })
    return file.id
  })
}

/** The ids of a side's images that are not stored as template images. */
async function findUnknownImages(db: Querying, side: StoredSide): Promise<string[]> {
  const ids = [...new Set(imagesOf(side))]
  if (ids.length === 0) return []
  const rows = await many(
    db,
    sql`SELECT x.id::text FROM unnest(${ids}::uuid[]) x (id) WHERE NOT EXISTS (SELECT FROM card_images i WHERE i.id = x.id)`,
    { id: 'text' },
  )
  return rows.map(({ id }) => id)
}

/** Marks the images of a template as used, so that `sweepImages` does not delete them. */
async function markImagesUsed(db: Querying, sides: readonly StoredSide[]): Promise<void> {
  const ids = [...new Set(sides.flatMap(imagesOf))]
  if (ids.length === 0) return
  await execute(db, sql`UPDATE card_images SET unused_since = NULL WHERE id = ANY(${ids})`)
}

/** The ids of all images in templates. */
const usedImages = sql`SELECT jsonb_path_query(jsonb_build_array(front, back), '$[*].imageId') #>> '{}' AS id FROM card_templates
  UNION SELECT jsonb_path_query(jsonb_build_array(front, back), '$[*].elements[*].imageId') #>> '{}' FROM card_templates`

/** Daily work: deletes images that no template has used for `retentionDays`. Safe to repeat. */
export async function sweepImages(db: Tx, today: string): Promise<void> {
  await execute(
    db,
    sql`UPDATE card_images i SET unused_since = ${today}
           WHERE unused_since IS NULL AND NOT EXISTS (SELECT FROM (${usedImages}) s WHERE s.id = i.id::text)`,
  )
  const rows = await many(
    db,
    sql`DELETE FROM card_images i WHERE unused_since < ${today}::date - ${inline(retentionDays)}
             AND NOT EXISTS (SELECT FROM (${usedImages}) s WHERE s.id = i.id::text) RETURNING id`,
    { id: 'uuid' },
  )
  await discardFiles(
    db,
    rows.map(({ id }) => id),
  )
}
