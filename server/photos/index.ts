import { decide } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../context.ts'
import { maybeOne, sql } from '../database/sql.ts'
import { ApiError, notFound } from '../errors.ts'
import type { KeptFile } from '../files/index.ts'
import { keepFile, removeContent, signedUrl } from '../files/index.ts'
import type { Area, Engine } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { write } from '../rest/register-resource.ts'
import { constraintOf, scopeOf } from '../rest/scope.ts'
import { findRecord } from '../rest/find-record.ts'
import type { PhotoOwner } from './photo-owners.ts'
import { photoOwners } from './photo-owners.ts'
import { photoUpload } from './photo-upload.ts'
import { acceptUploads } from './read-upload.ts'
import { receiveImage } from './receive-image.ts'
import { replacePhoto } from './replace-photo.ts'

export { fileColumns } from './photo-column.ts'
export { acceptUploads } from './read-upload.ts'
export { receiveDocument } from './receive-document.ts'
export { createUploadTurns, receiveImage } from './receive-image.ts'
export type { ImageUpload } from './receive-image.ts'

/** Photos of people and of applicants, addressed by the record that they are seen in. */
export const photosArea: Area = {
  resources: [],
  async routes(app, engine) {
    await acceptUploads(app)
    for (const owner of photoOwners) registerPhotos(app, engine, owner)
  },
}

interface Params {
  Params: { id: string }
}
type PhotoRequest = FastifyRequest<Params>

function registerPhotos(app: FastifyInstance, engine: Engine, owner: PhotoOwner): void {
  const path = `${owner.path}/:id`
  app.get<Params>(path, (request) => answerPhoto(engine, owner, request))
  app.post<Params>(path, (request, reply) => answerUpload(engine, owner, request, reply))
  app.delete<Params>(path, (request, reply) => answerRemoval(engine, owner, request, reply))
}

async function answerPhoto(engine: Engine, owner: PhotoOwner, request: PhotoRequest) {
  const photoId = await findPhotoToRead(engine, owner, request)
  if (!photoId) throw notFound('Não tem fotografia.')
  return { data: await links(engine.world, request.params.id, photoId) }
}

async function links({ secret, clock }: World, id: string, photoId: string) {
  const key = await secret('files')
  const link = (variant: string) => signedUrl(key, { id: photoId, variant }, clock())
  return { _id: id, url: link('large'), thumbnailUrl: link('small') }
}

/** Some programs ask for photos of people where applications have theirs. */
async function findPhotoToRead(engine: Engine, owner: PhotoOwner, request: PhotoRequest) {
  try {
    return await findPhoto(engine, owner, request, 'read')
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status === 404
    if (!isMissing || !owner.otherwise) throw error
    return findPhoto(engine, owner.otherwise, request, 'read')
  }
}

/** The photo of a record that the caller may see or change; null when it has none. Throws 401, 403 or 404. */
async function findPhoto(
  engine: Engine,
  owner: PhotoOwner,
  request: PhotoRequest,
  verb: 'read' | 'update',
): Promise<string | null> {
  const { id } = request.params
  const plan = planOf(engine, owner.resource)
  constraintOf(decide(plan.definition.access, verb, request.caller), request.caller)
  if (!isId(id)) throw notFound()
  const { pool } = engine.world.database
  const record = await findRecord(pool, plan, id, scopeOf(plan, verb, request.caller))
  if (!record) throw notFound()
  const holder = await maybeOne(
    pool,
    sql`SELECT photo_id FROM ${planOf(engine, owner.holder).table} WHERE id = ${record[owner.field]}`,
    { photo_id: 'uuid?' },
  )
  return holder?.photo_id ?? null
}

async function answerUpload(
  engine: Engine,
  owner: PhotoOwner,
  request: PhotoRequest,
  reply: FastifyReply,
): Promise<string> {
  // Nobody makes the server work on an image for a record that is not theirs to change.
  await findPhoto(engine, owner, request, 'update')
  return receivePhoto(engine.world, request, (photo) => changePhoto(engine, owner, { request, reply, photo }))
}

async function answerRemoval(
  engine: Engine,
  owner: PhotoOwner,
  request: PhotoRequest,
  reply: FastifyReply,
): Promise<string> {
  if (!(await findPhoto(engine, owner, request, 'update'))) throw notFound('Não tem fotografia.')
  return changePhoto(engine, owner, { request, reply, photo: null })
}

interface PhotoChange {
  request: PhotoRequest
  reply: FastifyReply
  photo: KeptFile | null
}

/** Writes the change; the files of the photo before go when nothing refers to them any more. */
async function changePhoto(
  engine: Engine,
  owner: PhotoOwner,
  { request, reply, photo }: PhotoChange,
): Promise<string> {
  const id = request.params.id.toLowerCase()
  // A repeated request is answered as it was the first time, and the photo that came with it is not needed.
  let unneeded = photo?.id ?? null
  const body = await write(engine, request, reply, async (writing) => {
    unneeded = await replacePhoto(writing, owner, { id, photo })
    return photo ? { status: 201, data: await links(engine.world, id, photo.id) } : { status: 204 }
  })
  if (unneeded) await removeContent(engine.world, unneeded)
  return body
}

/** Receives the photo of a request and keeps it for `use`, which writes its row. */
export async function receivePhoto<Result>(
  world: World,
  request: FastifyRequest,
  use: (photo: KeptFile) => Promise<Result>,
): Promise<Result> {
  const { width, height, contents } = await receiveImage(world, request, photoUpload)
  return keepFile(world, { mediaType: 'image/jpeg', contents, width, height }, use)
}
