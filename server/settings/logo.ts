import { allows, decide } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { settings } from '@agremia/resources/definitions/settings.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { maybeOne, raiseVersion, sql } from '../database/sql.ts'
import { forbidden, notFound } from '../errors.ts'
import { discardFiles, storeContent, insertFileRow } from '../files/index.ts'
import type { ImageUpload } from '../files/uploads.ts'
import { acceptUploads, decodeUpload, receiveImage } from '../files/uploads.ts'
import { data, fileOf, upload, route, type WithId, openRoute } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { recordAudit } from '../rest/audit.ts'
import { writeInTransaction } from '../rest/changes.ts'
import { write } from '../rest/write-request.ts'
import { requireAccess } from '../rest/scope.ts'
import type { Context, World } from '../rest/modules.ts'
import { writeSettings } from './organisation.ts'

/** Formats and sizes of the logo: PNG and JPEG, which documents, emails and pages all accept. */
const logoImage: ImageUpload = {
  noun: 'imagem',
  formatMessage: 'Este ficheiro não é uma imagem que se possa imprimir. Envie PNG ou JPEG.',
  order: {
    formats: ['jpeg', 'png'],
    minPixels: 32,
    maxElongation: 8,
    maxSide: 800,
    keepsTransparency: true,
    sizes: {
      original: { format: 'as given', quality: 92 },
      // Without transparency, which PDFKit decodes asynchronously: streamed letters do not wait for that.
      paper: { format: 'as given', quality: 92, isFlat: true },
    },
  },
}

const name = 'organisationLogo'
const path = '/organisation_logo'

const tag = 'Organização'
const uploadApi: Api = {
  name: 'uploadLogo',
  summary: 'Mudar o logótipo',
  tag,
  body: upload,
  answers: { 201: data({ value: 'uuid' }) },
  idempotent: true,
}
const removeApi: Api = { name: 'removeLogo', summary: 'Tirar o logótipo', tag, answers: { 204: null } }
const readApi: Api = {
  name: 'readLogo',
  summary: 'Ler o logótipo',
  tag,
  answers: { 200: fileOf('image/png', 'image/jpeg') },
}

/** `POST /organisation_logo` replaces the logo, `DELETE` removes it, and `GET /organisation_logo/:id` serves the current one to anybody. */
export async function logoRoutes(app: FastifyInstance, world: World): Promise<void> {
  await acceptUploads(app)
  app.post(path, route(uploadApi), async (request, reply) => {
    requireLogoAccess(request)
    const { format, ...image } = await receiveImage(world, request, logoImage)
    return storeContent(world, { mediaType: `image/${format}`, ...image }, (file) =>
      write(world, request, reply, async (writing) => {
        await insertFileRow(writing.db, file)
        await changeLogo(writing, file.id)
        return { status: 201, data: { value: file.id } }
      }),
    )
  })
  app.delete(path, route(removeApi), (request, reply) => {
    requireLogoAccess(request)
    return write(world, request, reply, async (writing) => {
      await changeLogo(writing, '')
      return { status: 204 }
    })
  })
  app.get<WithId>(`${path}/:id`, openRoute(readApi), (request, reply) =>
    answerLogo(world, request.params.id, reply),
  )
}

function requireLogoAccess({ caller }: FastifyRequest): void {
  const decision = decide(settings.access, 'update', caller)
  requireAccess(decision, caller)
  if (!allows(decision, { name })) throw forbidden()
}

/** Decodes the first logo of an organisation, and stores its files and the setting. Throws 415 or 422. */
export async function storeLogo(world: World, content: Buffer): Promise<void> {
  const holder = { kind: 'staff', id: 'setup' } as const
  const { format, ...image } = await decodeUpload(world, content, { upload: logoImage, holder })
  await storeContent(world, { mediaType: `image/${format}`, ...image }, (file) =>
    writeInTransaction(world, async (tx, changes) => {
      await insertFileRow(tx, file)
      await writeSettings(tx, { [name]: file.id })
      changes.push({ resource: settings.name, action: 'updated', id: '', version: 0 })
    }),
  )
}

/** Stores the id of the logo's file in the setting, and discards the previous file. */
async function changeLogo(writing: Context, value: string): Promise<void> {
  const { db, changes } = writing
  const changed = await maybeOne(
    db,
    sql`UPDATE settings s SET value = ${value}, ${raiseVersion('s')}
           FROM (SELECT id, value FROM settings WHERE name = ${name} FOR NO KEY UPDATE) was
           WHERE s.id = was.id AND was.value IS DISTINCT FROM ${value} RETURNING s.id, s.version, was.value AS before`,
    { id: 'uuid', version: 'integer', before: 'text?' },
  )
  if (!changed) return
  const { id, version, before } = changed
  await discardFiles(db, before ? [before] : [])
  const change = { field: 'value', from: before || null, to: value || null }
  await recordAudit(writing, [{ resource: 'settings', id, action: 'updated', changes: [change] }])
  changes.push({ resource: 'settings', action: 'updated', id, version })
}

/** Serves only the current logo, and no other file. Each logo has its own URL, so it can be cached for ever. */
async function answerLogo(world: World, id: string, reply: FastifyReply): Promise<FastifyReply> {
  if (!isId(id) || id !== (await world.organisation.setting(name))) throw notFound()
  const file = await maybeOne(
    world.database.pool,
    sql`SELECT media_type AS type FROM stored_files WHERE id = ${id}`,
    { type: 'text' },
  )
  const content = file && (await world.files.read(id, 'original'))
  if (!file || !content) throw notFound()
  return reply
    .type(file.type)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(content)
}
