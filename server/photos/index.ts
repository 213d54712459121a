import { decide, isWithheldFrom } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { toCamelCase } from '@agremia/resources/letter-case.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { maybeOne, raw, sql } from '../database/sql.ts'
import { ApiError, notFound } from '../errors.ts'
import type { StoredFile } from '../files/index.ts'
import { storeContent, removeContent, signedUrl } from '../files/index.ts'
import type { ImageUpload } from '../files/uploads.ts'
import { acceptUploads, decodeUpload, receiveImage } from '../files/uploads.ts'
import { importLimits } from '../limits.ts'
import { data, upload, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { findRecord } from '../rest/find-record.ts'
import type { Area, Context, World } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import type { ComputedColumn } from '../rest/plan.ts'
import { write } from '../rest/write-request.ts'
import { ofOne } from '../rest/resource-api.ts'
import { planFor, requireAccess, scopeOf } from '../rest/scope.ts'
import type { PhotoOwner } from './replace-photo.ts'
import { memberPhotos, photoOwners, replacePhoto } from './replace-photo.ts'

/** Photos of people and applicants, by the id of a member, a person or an application. */
export const photosArea: Area = {
  resources: [],
  async routes(app, world) {
    await acceptUploads(app)
    for (const owner of photoOwners) registerPhotos(app, world, owner)
  },
}

interface Params {
  Params: { id: string }
}
type PhotoRequest = FastifyRequest<Params>

function registerPhotos(app: FastifyInstance, world: World, owner: PhotoOwner): void {
  const path = `${owner.path}/:id`
  const [read, replace, remove] = photoApis(owner)
  app.get<Params>(path, route(read), (request) => answerPhoto(world, owner, request))
  app.post<Params>(path, route(replace), (request, reply) => answerUpload(world, owner, request, reply))
  app.delete<Params>(path, route(remove), (request, reply) => answerRemoval(world, owner, request, reply))
}

const photoShape = { _id: 'uuid', url: 'url', thumbnailUrl: 'url' } as const

function photoApis({ path, resource }: PhotoOwner): [read: Api, replace: Api, remove: Api] {
  const name = capitalise(toCamelCase(path.slice(1)))
  const tag = 'Fotografias'
  return [
    {
      name: `read${name}`,
      summary: `Ler a fotografia ${ofOne(resource)}`,
      tag,
      answers: { 200: data(photoShape) },
    },
    {
      name: `replace${name}`,
      summary: `Enviar a fotografia ${ofOne(resource)}`,
      tag,
      body: upload,
      answers: { 201: data(photoShape) },
      idempotent: true,
    },
    { name: `remove${name}`, summary: `Tirar a fotografia ${ofOne(resource)}`, tag, answers: { 204: null } },
  ]
}

async function answerPhoto(world: World, owner: PhotoOwner, request: PhotoRequest) {
  const photoId = await findPhotoToRead(world, owner, request)
  if (!photoId) throw notFound('Não tem fotografia.')
  return { data: links(world, request.params.id, photoId) }
}

function links({ keys, clock }: World, id: string, photoId: string) {
  const key = keys.signing('files')
  const link = (variant: string) => signedUrl(key, { id: photoId, variant }, clock())
  return { _id: id, url: link('large'), thumbnailUrl: link('small') }
}

/** Reads the photo of the record; with `fallback`, for existing clients, also by the id of another resource. */
async function findPhotoToRead(world: World, owner: PhotoOwner, request: PhotoRequest) {
  try {
    return await findPhoto(world, owner, request, 'read')
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status === 404
    if (!isMissing || !owner.fallback) throw error
    return findPhoto(world, owner.fallback, request, 'read')
  }
}

/** The id of a record's photo, null without one. Throws 401, 403 or 404 when the caller may not read or update the record. */
async function findPhoto(
  world: World,
  owner: PhotoOwner,
  request: PhotoRequest,
  verb: 'read' | 'update',
): Promise<string | null> {
  const { id } = request.params
  const plan = planFor(planOf(world, owner.resource), 'record', request.caller)
  requireAccess(decide(plan.definition.access, verb, request.caller), request.caller)
  if (!isId(id)) throw notFound()
  const { pool } = world.database
  const record = await findRecord(pool, plan, id, scopeOf(plan, verb, request.caller))
  if (!record) throw notFound()
  if (isWithheldFrom(request.caller) && record['isProtected'] === true) throw notFound()
  const holder = await maybeOne(
    pool,
    sql`SELECT photo_id FROM ${planOf(world, owner.holder).table} WHERE id = ${record[owner.field]}`,
    { photo_id: 'uuid?' },
  )
  return holder?.photo_id ?? null
}

async function answerUpload(
  world: World,
  owner: PhotoOwner,
  request: PhotoRequest,
  reply: FastifyReply,
): Promise<string> {
  // Checks access first, so that only authorised callers can use CPU time for decoding.
  await findPhoto(world, owner, request, 'update')
  return receivePhoto(world, request, (photo) => changePhoto(world, owner, { request, reply, photo }))
}

async function answerRemoval(
  world: World,
  owner: PhotoOwner,
  request: PhotoRequest,
  reply: FastifyReply,
): Promise<string> {
  if (!(await findPhoto(world, owner, request, 'update'))) throw notFound('Não tem fotografia.')
  return changePhoto(world, owner, { request, reply, photo: null })
}

interface PhotoChange {
  request: PhotoRequest
  reply: FastifyReply
  photo: StoredFile | null
}

/** Replaces the photo, and removes the files of the previous one after the commit. */
async function changePhoto(
  world: World,
  owner: PhotoOwner,
  { request, reply, photo }: PhotoChange,
): Promise<string> {
  const id = request.params.id.toLowerCase()
  // When an idempotency key repeats a request, `write` answers without running: then the new photo is not used.
  let unusedId = photo?.id ?? null
  const body = await write(world, request, reply, async (writing) => {
    unusedId = await replacePhoto(writing, owner, { id, photo })
    return photo ? { status: 201, data: links(world, id, photo.id) } : { status: 204 }
  })
  if (unusedId) await removeContent(world, unusedId)
  return body
}

/** Receives the photo of a request and stores its files; `use` writes its row. */
export async function receivePhoto<Result>(
  world: World,
  request: FastifyRequest,
  use: (photo: StoredFile) => Promise<Result>,
): Promise<Result> {
  const { width, height, contents } = await receiveImage(world, request, photoUpload)
  return storeContent(world, { mediaType: 'image/jpeg', contents, width, height }, use)
}

/** Decodes a photo that staff imports, and stores its files; `use` writes its row. Throws 415 or 422. */
export async function storePhoto<Result>(
  world: World,
  content: Buffer,
  use: (photo: StoredFile) => Promise<Result>,
): Promise<Result> {
  const holder = { kind: 'staff', id: 'imports' } as const
  const { width, height, contents } = await decodeUpload(world, content, { upload: photoUpload, holder })
  return storeContent(world, { mediaType: 'image/jpeg', contents, width, height }, use)
}

/** Replaces or removes the photo of a member. `keepsFormer`: the files of the former one stay for the days in which an import is undone. */
export async function replaceMemberPhoto(
  writing: Context,
  memberId: string,
  photo: StoredFile | null,
  { keepsFormer }: { keepsFormer: boolean },
): Promise<void> {
  const until = new Date(writing.world.clock().getTime() + importLimits.keptDays * 86_400_000)
  await replacePhoto(writing, memberPhotos, { id: memberId, photo, keptUntil: keepsFormer ? until : null })
}

/** Formats and sizes of photos. */
const photoUpload: ImageUpload = {
  noun: 'fotografia',
  formatMessage: 'Este ficheiro não é uma fotografia que se possa usar. Envie uma imagem JPEG, PNG ou WebP.',
  order: {
    formats: ['jpeg', 'png', 'webp'],
    minPixels: 32,
    // Longer images are not portraits, and cropping them would enlarge them too much.
    maxElongation: 8,
    maxSide: 1600,
    sizes: {
      original: { format: 'jpeg', quality: 85 },
      // JPEG, since PDFs of cards and letters cannot embed WebP.
      large: { cut: { width: 560, height: 720 }, format: 'jpeg', quality: 85 },
      // For lists.
      small: { cut: { width: 112, height: 144 }, format: 'webp', quality: 80 },
    },
  },
}

/** Computed columns with signed links to a record's files, which expire after one to two hours. */
export function fileColumns({ keys, clock }: Pick<World, 'keys' | 'clock'>) {
  const link = (column: string, variant: string): ComputedColumn => ({
    sql: (alias) => sql`${raw(alias)}.${raw(column)}`,
    toJson: (id) => `"${signedUrl(keys.signing('files'), { id, variant }, clock())}"`,
  })
  return {
    photoUrl: link('photo_id', 'small'),
    documentUrl: link('document_id', 'original'),
    fileUrl: link('id', 'original'),
  }
}
